import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"94. Decide response headers at the gateway","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0094-decide-response-headers-at-the-gateway.md","filePath":"docs/explanation/adr/0094-decide-response-headers-at-the-gateway.md"}');
const _sfc_main = { name: "explanation/adr/0094-decide-response-headers-at-the-gateway.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="94-decide-response-headers-at-the-gateway" tabindex="-1">94. Decide response headers at the gateway <a class="header-anchor" href="#94-decide-response-headers-at-the-gateway" aria-label="Permalink to &quot;94. Decide response headers at the gateway&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> Headers of a service took precedence over those of the gateway. The console shares the gateway&#39;s origin, so a compromised service, or a file that a user uploaded, could set cookies there, loosen a page&#39;s policy, or send a page with scripts. A list of dangerous headers is never complete: browsers learn new ones every year.</p><p><strong>Decision.</strong> The gateway has an allowlist per route: the headers of its contract, as the interface document shows them. <code>Location</code> and <code>WWW-Authenticate</code> pass only with values that lead to no other host. A body has a content type of the contract, or is bytes to be saved. Files have a list of content types without markup (SVG as an attachment, which pages can still show as an image) and always the policy <code>sandbox</code>. PDF files are attachments, because PDF viewers of browsers do not run in a sandbox.</p><p><code>ASSET_URL</code> gives files a second host. It is the same gateway, which has the rate limits and the rules of public files. At that host it serves nothing else, and it redirects requests for files at other hosts there.</p><p><strong>Alternatives.</strong> A policy that the service may tighten but not loosen would need a comparison of policies. Signed addresses on the host of the object store would leave the rules for files to each S3 provider.</p><p><strong>Consequences.</strong> A new response header must be in the contract, or the gateway drops it. Whoever showed PDF files in a frame links to them instead.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0094-decide-response-headers-at-the-gateway.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0094DecideResponseHeadersAtTheGateway = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0094DecideResponseHeadersAtTheGateway as default
};
