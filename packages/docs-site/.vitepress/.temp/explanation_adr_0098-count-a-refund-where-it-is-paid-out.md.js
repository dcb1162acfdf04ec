import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"98. Count a refund where it is paid out","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0098-count-a-refund-where-it-is-paid-out.md","filePath":"docs/explanation/adr/0098-count-a-refund-where-it-is-paid-out.md"}');
const _sfc_main = { name: "explanation/adr/0098-count-a-refund-where-it-is-paid-out.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="98-count-a-refund-where-it-is-paid-out" tabindex="-1">98. Count a refund where it is paid out <a class="header-anchor" href="#98-count-a-refund-where-it-is-paid-out" aria-label="Permalink to &quot;98. Count a refund where it is paid out&quot;">​</a></h1><p><strong>Status</strong>: accepted; extends <a href="/docs/site/explanation/adr/0040-count-later-payments-in-the-next-z-report.html">ADR 40</a></p><p><strong>Context.</strong> A later refund was counted in the report of the order&#39;s own register. If another till pays it out, the drawers of both tills are wrong. If the order is a web order, the cash is in no report at all.</p><p><strong>Decision.</strong> A return names the register in its property <code>RegisterId</code>. Its refunds are published with <code>paidOutAt</code>, which is stored with their allocation: changing the return later does not move what a report or a posting has counted. Reports count such a payment by this place, and accounting leaves it out of the web postings.</p><p>A trigger on <code>order_return</code>, which has the register as a column, records the order for the store in <code>z_report_refund_waiting</code>. The table <code>z_report_waiting</code> keeps one store per Pos order and does not change.</p><p>Considered: scanning returns at a close. It would read years of them.</p><p><strong>Consequences.</strong> A report may contain refunds of orders of other stores, which must belong to the same company. Rules: <a href="/docs/site/reference/behaviour/returns.html#refunds-at-a-register">refunds at a register</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0098-count-a-refund-where-it-is-paid-out.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0098CountARefundWhereItIsPaidOut = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0098CountARefundWhereItIsPaidOut as default
};
