import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"18. Keep a scroll as a list of versions","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0018-keep-a-scroll-as-a-list-of-versions.md","filePath":"docs/explanation/adr/0018-keep-a-scroll-as-a-list-of-versions.md"}');
const _sfc_main = { name: "explanation/adr/0018-keep-a-scroll-as-a-list-of-versions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="18-keep-a-scroll-as-a-list-of-versions" tabindex="-1">18. Keep a scroll as a list of versions <a class="header-anchor" href="#18-keep-a-scroll-as-a-list-of-versions" aria-label="Permalink to &quot;18. Keep a scroll as a list of versions&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A scroll must return the orders of its first call, for minutes, while orders are changed, created and removed. A database snapshot held open for that time would keep dead rows from being removed and die with its connection.</p><p><strong>Decision.</strong> The first call writes which version of which order belongs to the scroll, a thousand to a row. Contents come from <code>order_version_content</code>, which has every version whole and never changes one. The scroll id names the scroll and the next batch.</p><p><strong>Consequences.</strong> Nothing is held between two calls; a restart loses no scroll. Repeating a call whose response was lost gives the same batch again, so clients must continue with the id of the newest response. Purged orders disappear from open scrolls. A scroll of a million orders costs a few seconds and some megabytes at its first call.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0018-keep-a-scroll-as-a-list-of-versions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0018KeepAScrollAsAListOfVersions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0018KeepAScrollAsAListOfVersions as default
};
