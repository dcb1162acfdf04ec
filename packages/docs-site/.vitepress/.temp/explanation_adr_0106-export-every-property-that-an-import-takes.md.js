import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"106. Export every property that an import takes","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0106-export-every-property-that-an-import-takes.md","filePath":"docs/explanation/adr/0106-export-every-property-that-an-import-takes.md"}');
const _sfc_main = { name: "explanation/adr/0106-export-every-property-that-an-import-takes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="106-export-every-property-that-an-import-takes" tabindex="-1">106. Export every property that an import takes <a class="header-anchor" href="#106-export-every-property-that-an-import-takes" aria-label="Permalink to &quot;106. Export every property that an import takes&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> <code>oms export orders --format csv</code> had 25 columns for people to look at. When such a file was imported again, an order without a number was merged into the previous one, and discounts, addresses, returns and kinds of lines were silently lost. An export is what an owner takes along when leaving the system.</p><p><strong>Decision.</strong> The columns of an order are those of its model without the calculated ones (<code>calculated-fields.ts</code> of the contracts): a new property is exported without a second list. The columns that people look at come first. Each line is a row; lists of objects (payments, shipments, returns, discounts) are JSON in a cell. Values of the order as a whole are in its first row only, so that a spreadsheet sums the totals correctly. <code>--mapping</code> selects fewer columns.</p><p>Texts survive the round trip: surrounding blanks are quoted, apostrophes before a formula are doubled, lists of texts that contain the separator are JSON, numbers have no exponent. CSV cannot tell an empty text from none; both come back as none.</p><p><strong>Consequences.</strong> A CSV file of orders has some 150 columns. A property test imports random orders, exports them in both formats, imports the files into an empty system, and compares the documents.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0106-export-every-property-that-an-import-takes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0106ExportEveryPropertyThatAnImportTakes = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0106ExportEveryPropertyThatAnImportTakes as default
};
