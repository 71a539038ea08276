{{- define "roastery.name" -}}
{{ .Values.nameOverride | default .Release.Name }}
{{- end }}

{{/* Labels of one component: (dict "root" $ "component" "gateway"). */}}
{{- define "roastery.labels" -}}
app.kubernetes.io/name: roastery
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "roastery.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "roastery.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "roastery.name" .) }}
{{- end }}

{{/* What every pod of Roastery has: (dict "root" $ "component" "gateway"). */}}
{{- define "roastery.pod" -}}
serviceAccountName: {{ include "roastery.serviceAccount" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 30
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{ include "roastery.apart" . }}
{{- end }}

{{/* The pods of a component on different machines, if there are some. */}}
{{- define "roastery.apart" -}}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "roastery.labels" . | nindent 14 }}
{{- end }}

{{/* Variables of every container of Roastery. */}}
{{- define "roastery.env" -}}
{{- if .Values.broker.uriKey }}
- name: ROASTERY_AMQP
  valueFrom:
    secretKeyRef:
      name: {{ .Values.broker.existingSecret }}
      key: {{ .Values.broker.uriKey }}
{{- end }}
{{- if .Values.trustStore.existingSecret }}
- name: ROASTERY_JAVA_OPTS
  value: {{ printf "-Djavax.net.ssl.trustStore=/secrets/trust/truststore.p12 %s" .Values.javaOpts | trim | quote }}
{{- else if .Values.javaOpts }}
- name: ROASTERY_JAVA_OPTS
  value: {{ .Values.javaOpts | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What every container of Roastery has mounted. */}}
{{- define "roastery.mounts" -}}
{{- if not .Values.broker.uriKey }}
- name: amqp
  mountPath: /secrets/amqp
  readOnly: true
{{- end }}
{{- if .Values.trustStore.existingSecret }}
- name: trust
  mountPath: /secrets/trust
  readOnly: true
{{- end }}
{{- end }}

{{- define "roastery.volumes" -}}
{{- if not .Values.broker.uriKey }}
- name: amqp
  secret:
    secretName: {{ .Values.broker.existingSecret }}
    items:
      - key: password
        path: password
{{- end }}
{{- if .Values.trustStore.existingSecret }}
- name: trust
  secret:
    secretName: {{ .Values.trustStore.existingSecret }}
    items:
      - key: truststore.p12
        path: truststore.p12
{{- end }}
{{- end }}

{{/* Which stages a kind of worker serves, separated by commas. */}}
{{- define "roastery.stages" -}}
{{- if eq . "maximizer" }}maximizer,absolute{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "roastery.restart" -}}
{{- if .Values.rollOnChange }}
annotations:
  checksum/settings: {{ include (print $.Template.BasePath "/settings.yaml") . | sha256sum }}
{{- end }}
{{- end }}

{{- define "roastery.claim" -}}
{{ .Values.gateway.persistence.existingClaim | default (printf "%s-gateway" (include "roastery.name" .)) }}
{{- end }}

{{/* Nobody is asked to undo an eviction that keeps what has failed alive. */}}
{{- define "roastery.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "roastery.name" .root }}-{{ .component }}
  labels:
    {{- include "roastery.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: {{ .evict }}
  selector:
    matchLabels:
      {{- include "roastery.labels" . | nindent 6 }}
{{- end }}
