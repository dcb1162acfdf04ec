import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Security","description":"","frontmatter":{},"headers":[],"relativePath":"project/security.md","filePath":"SECURITY.md"}');
const _sfc_main = { name: "project/security.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="security" tabindex="-1">Security <a class="header-anchor" href="#security" aria-label="Permalink to &quot;Security&quot;">​</a></h1><h2 id="report-a-vulnerability" tabindex="-1">Report a vulnerability <a class="header-anchor" href="#report-a-vulnerability" aria-label="Permalink to &quot;Report a vulnerability&quot;">​</a></h2><p>Do not open a public issue. Use <em>Report a vulnerability</em> on the <em>Security</em> page of the repository: only maintainers read it. Say which version (<code>oms --version</code>), what you did and what happened; a request and its response are worth more than a description.</p><p>You get an answer within three working days, and what we think of it within ten. A fix is released before its details are published, and you are named in it unless you do not want to be.</p><h2 id="versions-that-get-fixes" tabindex="-1">Versions that get fixes <a class="header-anchor" href="#versions-that-get-fixes" aria-label="Permalink to &quot;Versions that get fixes&quot;">​</a></h2><p>The newest minor version, and the one before it for six months.</p><h2 id="what-is-in-scope" tabindex="-1">What is in scope <a class="header-anchor" href="#what-is-in-scope" aria-label="Permalink to &quot;What is in scope&quot;">​</a></h2><p>Everything in this repository: the services, the console, the command line, the packages, the chart and the compose file. Not in scope: the demo clients and passwords of the sample configuration, which production refuses, and servers that you do not own.</p><p>How the system defends itself is in <a href="/docs/site/reference/behaviour/security.html">Security</a> and, requirement by requirement, in <a href="/docs/site/reference/security/asvs.html">docs/reference/security</a>. What to do about a finding of a scanner is in <a href="/docs/site/how-to/respond-to-security-findings.html">Respond to security findings</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("SECURITY.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SECURITY = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SECURITY as default
};
