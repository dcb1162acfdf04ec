import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"19. Compare versions with rfc6902, and lists by index","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0019-compare-versions-with-rfc6902.md","filePath":"docs/explanation/adr/0019-compare-versions-with-rfc6902.md"}');
const _sfc_main = { name: "explanation/adr/0019-compare-versions-with-rfc6902.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="19-compare-versions-with-rfc6902-and-lists-by-index" tabindex="-1">19. Compare versions with rfc6902, and lists by index <a class="header-anchor" href="#19-compare-versions-with-rfc6902-and-lists-by-index" aria-label="Permalink to &quot;19. Compare versions with rfc6902, and lists by index&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The difference of two versions of an order is returned as a JSON Patch. Escaping of paths, the order of operations and the kinds of values are easy to get wrong. Of the two libraries that make such patches, <code>fast-json-patch</code> has had no release for years; <code>rfc6902</code> is maintained and has no dependencies, but finds the shortest way from one list to another: for a thousand lines in another order that takes gigabytes and minutes.</p><p><strong>Decision.</strong> <code>rfc6902</code> compares everything but lists. Our own code compares lists, through the library&#39;s hook: equal items at the beginning and the end are skipped, the rest is compared by index.</p><p><strong>Consequences.</strong> Time and memory grow with the size of the order alone. An added or removed line is one operation; reordered lines are one operation for each field that differs. A property test applies patches of any contents to each other.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0019-compare-versions-with-rfc6902.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0019CompareVersionsWithRfc6902 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0019CompareVersionsWithRfc6902 as default
};
