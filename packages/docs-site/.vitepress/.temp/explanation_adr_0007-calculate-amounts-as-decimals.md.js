import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"7. Calculate amounts as decimals and send them as JSON numbers","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0007-calculate-amounts-as-decimals.md","filePath":"docs/explanation/adr/0007-calculate-amounts-as-decimals.md"}');
const _sfc_main = { name: "explanation/adr/0007-calculate-amounts-as-decimals.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="7-calculate-amounts-as-decimals-and-send-them-as-json-numbers" tabindex="-1">7. Calculate amounts as decimals and send them as JSON numbers <a class="header-anchor" href="#7-calculate-amounts-as-decimals-and-send-them-as-json-numbers" aria-label="Permalink to &quot;7. Calculate amounts as decimals and send them as JSON numbers&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The interface sends amounts as JSON numbers. Binary floating point loses cents in sums and products.</p><p><strong>Decision.</strong> A number from the wire is read by its shortest decimal text into a decimal; every calculation is decimal; the result goes out as the number with that shortest text. At most 12 integer digits and 4 decimals are accepted.</p><p><strong>Consequences.</strong> Every amount with up to 15 significant digits comes back as it was sent. Unit prices above 900,719,925,474 that use all four decimals are beyond what a JSON number can carry through common parsers; the fourth decimal of such a price is not guaranteed.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0007-calculate-amounts-as-decimals.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0007CalculateAmountsAsDecimals = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0007CalculateAmountsAsDecimals as default
};
