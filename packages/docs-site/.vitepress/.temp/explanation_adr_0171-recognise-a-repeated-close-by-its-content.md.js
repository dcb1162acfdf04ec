import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"171. Recognise a repeated close by its content","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0171-recognise-a-repeated-close-by-its-content.md","filePath":"docs/explanation/adr/0171-recognise-a-repeated-close-by-its-content.md"}');
const _sfc_main = { name: "explanation/adr/0171-recognise-a-repeated-close-by-its-content.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="171-recognise-a-repeated-close-by-its-content" tabindex="-1">171. Recognise a repeated close by its content <a class="header-anchor" href="#171-recognise-a-repeated-close-by-its-content" aria-label="Permalink to &quot;171. Recognise a repeated close by its content&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> A close without <code>zReportId</code> and Idempotency-Key that was sent twice made two reports. Sales were counted once, but what the till counted itself was booked twice: the cash that goes to the bank, and differences. Three equal closes at once moved the cash three times.</p><p><strong>Decision.</strong> A close without an id whose request equals the stored one of the last report of any of its registers in its currency, and with nothing to count since, returns that report. It is decided under the lock of the store (<a href="/docs/site/explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.html">ADR 35</a>), after the orders and payments were read: concurrent closes see each other, and the request that <code>z_report</code> has already is all that is needed.</p><p>Closes that only name registers, without figures and <code>dateClosed</code>, are left out. They book only what they count now, each payment counts once, and a second one truthfully has zeros.</p><p>Considered:</p><ul><li><em>Requiring an id or a key.</em> Tills that work now would be refused.</li><li><em>A time limit.</em> A till without a network repeats its close on the next morning, and tills of shifts close several times a day: no limit is right for both. What was sold since tells more.</li><li><em>The last report of exactly these registers.</em> A report of R1 and R2 between two of R1 has counted what was in the drawer of R1.</li></ul><p><strong>Consequences.</strong> Equal figures on two days without sales between them are one report, unless the till sends <code>dateClosed</code> or an id. After a revision its content counts: the former request is a new report, with the warning that nothing was sold since. Rules: <a href="/docs/site/reference/behaviour/z-reports.html#repeated-closes">repeated closes</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0171-recognise-a-repeated-close-by-its-content.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0171RecogniseARepeatedCloseByItsContent = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0171RecogniseARepeatedCloseByItsContent as default
};
