import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Read the audit log","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/read-the-audit-log.md","filePath":"docs/how-to/read-the-audit-log.md"}');
const _sfc_main = { name: "how-to/read-the-audit-log.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="read-the-audit-log" tabindex="-1">Read the audit log <a class="header-anchor" href="#read-the-audit-log" aria-label="Permalink to &quot;Read the audit log&quot;">​</a></h1><p>Someone refunded too much, or a list of customers has left the shop: you want to know who did what.</p><ol><li><p>Open <em>Audit log</em> in the console. It takes the permission <code>Configuration</code> for all stores.</p></li><li><p>Narrow it: person or client, what was done, outcome, the id of the order, the key of the customer (it is in the address of the customer&#39;s page, such as <code>email:kari@example.com</code>), days. The address of the page keeps what you chose.</p></li><li><p>Click what was done: address, session, operation, trace and the details of the record.</p></li><li><p><em>Export</em> saves what is found as JSON lines, the newest 100,000 at most. For more:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms audit list --since 30d --all --json &gt; audit.jsonl</span></span></code></pre></div></li><li><p>Ask whether nothing was changed or removed:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms verify</span></span></code></pre></div></li></ol><h2 id="send-it-to-syslog" tabindex="-1">Send it to syslog <a class="header-anchor" href="#send-it-to-syslog" aria-label="Permalink to &quot;Send it to syslog&quot;">​</a></h2><p>orders-workflow sends records as logs of OpenTelemetry; the OpenTelemetry Collector (distribution <em>contrib</em>) passes them on by RFC 5424 over TLS:</p><div class="language-yaml vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">receivers</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  otlp</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    protocols</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">      http</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">        endpoint</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">0.0.0.0:4318</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">processors</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  transform</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    log_statements</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">      - </span><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">context</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">log</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">        statements</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">          - </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">set(attributes[&quot;message&quot;], body)</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">          - </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">set(attributes[&quot;appname&quot;], &quot;oms-audit&quot;)</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">          - </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">set(attributes[&quot;msg_id&quot;], attributes[&quot;audit.act&quot;])</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">          - </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">set(attributes[&quot;priority&quot;], 110)</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">          - </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">set(attributes[&quot;priority&quot;], 108) where severity_number &gt;= SEVERITY_NUMBER_WARN</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">exporters</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  syslog</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    endpoint</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">syslog.example.com</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    port</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">6514</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    network</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">tcp</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    protocol</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">rfc5424</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    enable_octet_counting</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">true</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">service</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">  pipelines</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">    logs</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">:</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">      receivers</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">otlp</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">      processors</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">transform</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span>
<span class="line"><span style="--shiki-light:#22863A;--shiki-dark:#85E89D;">      exporters</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: [</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">syslog</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">]</span></span></code></pre></div><p>The exporter writes the attribute <code>message</code> and not the body, so the transformation is needed. Priority 110 is facility <em>log audit</em>, severity <em>informational</em>; what was refused or failed has 108, <em>warning</em>. Leave the exporter&#39;s <code>sending_queue</code> off: the collector then confirms records only after the syslog server has them, and what it does not confirm is sent again.</p><p>A rsyslog (8.2302, with the package <em>rsyslog-gnutls</em>) that takes them over TLS; where its certificate is of an authority of your own, the exporter wants <code>tls: { ca_file: … }</code>:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>global(</span></span>
<span class="line"><span>  defaultNetstreamDriverCAFile=&quot;/etc/rsyslog.d/ca.pem&quot;</span></span>
<span class="line"><span>  defaultNetstreamDriverCertFile=&quot;/etc/rsyslog.d/server.pem&quot;</span></span>
<span class="line"><span>  defaultNetstreamDriverKeyFile=&quot;/etc/rsyslog.d/server.key&quot;</span></span>
<span class="line"><span>)</span></span>
<span class="line"><span>module(load=&quot;imtcp&quot; streamDriver.name=&quot;gtls&quot; streamDriver.mode=&quot;1&quot; streamDriver.authMode=&quot;anon&quot;)</span></span>
<span class="line"><span>template(name=&quot;audit&quot; type=&quot;list&quot;) {</span></span>
<span class="line"><span>  property(name=&quot;timereported&quot; dateFormat=&quot;rfc3339&quot;) constant(value=&quot; &quot;)</span></span>
<span class="line"><span>  property(name=&quot;syslogseverity-text&quot;) constant(value=&quot; &quot;)</span></span>
<span class="line"><span>  property(name=&quot;msgid&quot;) constant(value=&quot; &quot;) property(name=&quot;msg&quot;) constant(value=&quot;\\n&quot;)</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span>ruleset(name=&quot;audit&quot;) {</span></span>
<span class="line"><span>  if $app-name == &quot;oms-audit&quot; then action(type=&quot;omfile&quot; file=&quot;/var/log/oms-audit.log&quot; template=&quot;audit&quot;)</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span>input(type=&quot;imtcp&quot; port=&quot;6514&quot; ruleset=&quot;audit&quot;)</span></span></code></pre></div><p>Set <code>AUDIT_OTLP_URL=http://collector:4318/v1/logs</code> at orders-workflow. It works when a sign-in at the console appears at the syslog server within seconds.</p><p>Each search and each export is recorded too. What is recorded, and for how long, is in <a href="/docs/site/reference/behaviour/audit.html">Audit log</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/read-the-audit-log.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const readTheAuditLog = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  readTheAuditLog as default
};
