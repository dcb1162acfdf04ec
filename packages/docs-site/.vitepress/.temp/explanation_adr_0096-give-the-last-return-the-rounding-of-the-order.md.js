import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"96. Give the last return the rounding of the order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0096-give-the-last-return-the-rounding-of-the-order.md","filePath":"docs/explanation/adr/0096-give-the-last-return-the-rounding-of-the-order.md"}');
const _sfc_main = { name: "explanation/adr/0096-give-the-last-return-the-rounding-of-the-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="96-give-the-last-return-the-rounding-of-the-order" tabindex="-1">96. Give the last return the rounding of the order <a class="header-anchor" href="#96-give-the-last-return-the-rounding-of-the-order" aria-label="Permalink to &quot;96. Give the last return the rounding of the order&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> A till rounds a cash sale, and the rounding belongs to the whole order. A return was worth its goods alone: goods of 99.40 paid with 99 could not be returned at all, and for 99.60 paid with 100 the customer got 99.60. Spreading the rounding over the lines would change their prices and taxes.</p><p><strong>Decision.</strong> The return that takes the last goods gets whatever the other forms leave of the order&#39;s rounding. <code>withReturnRoundoff</code> writes it into the form when the form is created, patched or reactivated. It is not recalculated on every write: otherwise cancelling one form would change another whose refund may be on its way. Because it is the difference between the forms and the order, the result is right in every sequence.</p><p>A client may state another rounding, because a refund in cash is rounded separately. It changes only the amount paid out: goods, shipping and handling are never credited beyond their value.</p><p>In the allocation of payments the rounding is a separate unit with its sign. The payment that completes the refund of a form takes it; a partial refund takes goods until then.</p><p><strong>Consequences.</strong> The forms of a fully returned order add up to its total, to the minor unit. An order that was rounded down can be returned in any order of its lines: if one return alone would take more than was paid, it takes a part of the rounding.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0096-give-the-last-return-the-rounding-of-the-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0096GiveTheLastReturnTheRoundingOfTheOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0096GiveTheLastReturnTheRoundingOfTheOrder as default
};
