// Uses the JDK alone: whatever starts processes may use it, in the product and in tests.
