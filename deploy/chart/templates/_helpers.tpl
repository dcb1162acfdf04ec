{{- /* What the objects of a service are called: by the release, so that two of them fit into one namespace. */}}
{{- define "open-oms.fullname" -}}
{{- $prefix := .root.Values.namePrefix -}}
{{- if kindIs "invalid" $prefix }}{{ $prefix = printf "%s-" .root.Release.Name }}{{ end -}}
{{ $prefix }}{{ .name }}
{{- end -}}

{{- /* Where a service is reached inside the cluster. */}}
{{- define "open-oms.address" -}}
http://{{ include "open-oms.fullname" . }}:8080
{{- end -}}

{{- define "open-oms.image" -}}
{{ .root.Values.image.registry }}open-oms-{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- /* By which Services, policies and budgets find the pods of a service: never changed, since Deployments cannot change theirs. */}}
{{- define "open-oms.selector" -}}
{ app.kubernetes.io/name: {{ .name }}, app.kubernetes.io/instance: {{ .root.Release.Name }} }
{{- end -}}

{{- define "open-oms.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: open-oms
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- /* What every pod is given: no rights in the cluster, none on its machine. */}}
{{- define "open-oms.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccount.name | default (ternary .Release.Name "" .Values.serviceAccount.create) }}
serviceAccountName: {{ . | quote }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
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

{{- define "open-oms.container-security" -}}
{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
{{- end -}}

{{- /* Where people open the documentation: the site of the gateway, as browsers name it, unless another one is given. */}}
{{- define "open-oms.docs-url" -}}
{{- $own := .Values.services.gateway.environment | default dict }}
{{- $all := .Values.environment | default dict }}
{{- $inside := include "open-oms.address" (dict "root" . "name" "gateway") }}
{{- $gateway := get $own "PUBLIC_URL" | default (get $all "PUBLIC_URL") | default $inside }}
{{- .Values.monitoring.docsUrl | default (printf "%s/docs/site" ($gateway | trimSuffix "/")) }}
{{- end -}}

{{- define "open-oms.environment" -}}
{{- $own := .service.environment | default dict }}
{{- $gateway := include "open-oms.address" (dict "root" .root "name" "gateway") }}
{{- $all := .root.Values.environment | default dict }}
{{- $events := .root.Values.eventsEnvironment | default dict }}
{{- range $key, $value := $all }}
{{- if and (or $.service.signingKey (not (hasPrefix "OIDC_" $key))) (not (hasKey $own $key)) }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- if and .service.signingKey (not (hasKey $all "OIDC_ISSUER")) (not (hasKey $own "OIDC_ISSUER")) }}
- { name: OIDC_ISSUER, value: {{ $gateway | quote }} }
{{- end }}
{{- if .service.ingress }}
{{- if not (hasKey $own "PUBLIC_URL") }}
- { name: PUBLIC_URL, value: {{ $gateway | quote }} }
{{- end }}
{{- range $other, $_ := .root.Values.services }}
{{- $variable := printf "%s_URL" ($other | replace "-" "_" | upper) }}
{{- if and (ne $other $.name) (not (hasKey $own $variable)) }}
- { name: {{ $variable }}, value: {{ include "open-oms.address" (dict "root" $.root "name" $other) | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- /* Of a release that sets it for catalog-assets alone, as was enough before, orders-workflow needs the same. */}}
{{- if and .service.publicBase (not (hasKey $own "ASSET_PUBLIC_BASE")) }}
- name: ASSET_PUBLIC_BASE
  value: {{ dig "catalog-assets" "environment" "ASSET_PUBLIC_BASE" (.root.Values.assetPublicBase | default $gateway) .root.Values.services | quote }}
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
{{- if and .service.database (not (hasKey $events "GATEWAY_KEYS_URL")) }}
- { name: GATEWAY_KEYS_URL, value: {{ printf "%s/.well-known/jwks.json" $gateway | quote }} }
{{- end }}
{{- range $key, $value := $events }}
{{- if and (or $.service.database (hasPrefix "NATS_" $key)) (not (hasKey $own $key)) }}
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
{{- if eq .name "orders-workflow" }}
- name: LEDGER_REPORTING_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName | quote }}, key: accounting-read-reporting-database-url, optional: true } }
{{- end }}
{{- end }}
{{- end }}
{{- with concat (.root.Values.extraEnv | default list) (.service.extraEnv | default list) }}
{{ toYaml . }}
{{- end }}
{{- end -}}
