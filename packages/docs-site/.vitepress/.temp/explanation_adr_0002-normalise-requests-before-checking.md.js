import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"2. Normalise requests before checking them","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0002-normalise-requests-before-checking.md","filePath":"docs/explanation/adr/0002-normalise-requests-before-checking.md"}');
const _sfc_main = { name: "explanation/adr/0002-normalise-requests-before-checking.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="2-normalise-requests-before-checking-them" tabindex="-1">2. Normalise requests before checking them <a class="header-anchor" href="#2-normalise-requests-before-checking-them" aria-label="Permalink to &quot;2. Normalise requests before checking them&quot;">​</a></h1><p><strong>Status</strong>: accepted; how the reader runs is replaced by <a href="/docs/site/explanation/adr/0052-build-a-server-from-plugins.html">ADR 52</a></p><p><strong>Context.</strong> Existing clients send property names in any letter case, dates in several forms, nulls for anything optional, enum values by number, and unknown fields. JSON Schema cannot express any of this.</p><p><strong>Decision.</strong> A reader compiled from the model&#39;s schema brings the request into one form (names, dates, words; nulls and unknown fields dropped) in one pass; TypeBox&#39;s compiled check then decides. The handler sees only the normal form.</p><p><strong>Consequences.</strong> Models stay plain. In a request, null and absent are the same; where the interface distinguishes them it says so by name (<code>forceUpdate</code>). The reader is linear in the size of the request.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0002-normalise-requests-before-checking.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0002NormaliseRequestsBeforeChecking = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0002NormaliseRequestsBeforeChecking as default
};
