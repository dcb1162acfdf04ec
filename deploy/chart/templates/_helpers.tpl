{{- define "order-management.image" -}}
{{ .root.Values.image.registry }}{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- /* By which Services, policies and budgets find the pods of a service: never changed, since Deployments cannot change theirs. */}}
{{- define "order-management.selector" -}}
{ app.kubernetes.io/name: {{ .name }}, app.kubernetes.io/instance: {{ .root.Release.Name }} }
{{- end -}}

{{- define "order-management.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: order-management
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- /* What every pod is given: no rights in the cluster, none on its machine. */}}
{{- define "order-management.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "order-management.container-security" -}}
{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
{{- end -}}

{{- define "order-management.environment" -}}
{{- $own := .service.environment | default dict }}
{{- range $key, $value := .root.Values.environment }}
{{- /* The gateway's own keys need no address; another issuer's do. */}}
{{- $isOwnKeys := and (eq $key "OIDC_JWKS_URL") (hasPrefix "http://gateway:8080/" $value) }}
{{- if and (not $isOwnKeys) (or $.service.signingKey (not (hasPrefix "OIDC_" $key))) }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- /* Of a release that sets it for catalog-assets alone, as was enough before, orders-workflow needs the same. */}}
{{- if and .service.publicBase (not (hasKey $own "ASSET_PUBLIC_BASE")) }}
- name: ASSET_PUBLIC_BASE
  value: {{ dig "catalog-assets" "environment" "ASSET_PUBLIC_BASE" .root.Values.assetPublicBase .root.Values.services | quote }}
{{- end }}
{{- with .service.metricsPort }}
- { name: METRICS_HOST, value: "0.0.0.0" }
- { name: METRICS_PORT, value: {{ . | quote }} }
{{- end }}
{{- range $key, $value := $own }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- range .service.secretVariables }}
{{- if not (hasKey $own .) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.secretName | quote }}, key: {{ . | quote }}, optional: true } }
{{- end }}
{{- end }}
{{- if .service.credentials }}
- { name: OMS_CREDENTIALS_DIR, value: /credentials }
{{- end }}
{{- if .service.signingKey }}
- { name: TOKEN_SIGNING_KEYS, value: /signing-key/key.pem }
{{- end }}
{{- range $key, $value := .root.Values.eventsEnvironment }}
{{- if or $.service.database (hasPrefix "NATS_" $key) }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
- { name: NATS_USER, value: {{ .name }} }
- name: NATS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: {{ .name }}-nats-password } }
{{- if .service.database }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: {{ .name }}-database-url } }
- name: DATABASE_READ_URL
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: {{ .name }}-database-read-url, optional: true } }
{{- if .service.reports }}
- name: REPORTING_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: {{ .name }}-reporting-database-url, optional: true } }
{{- end }}
{{- end }}
{{- end -}}
