import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"22. Check quantities in the database","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0022-check-quantities-in-the-database.md","filePath":"docs/explanation/adr/0022-check-quantities-in-the-database.md"}');
const _sfc_main = { name: "explanation/adr/0022-check-quantities-in-the-database.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="22-check-quantities-in-the-database" tabindex="-1">22. Check quantities in the database <a class="header-anchor" href="#22-check-quantities-in-the-database" aria-label="Permalink to &quot;22. Check quantities in the database&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> What is delivered, cancelled and returned of a line must never exceed it, and the shipments&#39; copies must sum to the line. The domain guarantees that on every write; the database is to refuse it again. The quantities are inside a JSON document: a check that parses it costs more than the write (4 ms for two lines, and no end for a thousand).</p><p><strong>Decision.</strong> The write passes the quantities as one array of whole thousandths, in column <code>quantities</code> of <code>order</code>, and a CHECK constraint compares them: line by line, and each line with the sum of its copies.</p><p><strong>Consequences.</strong> The check costs about one per cent of a write. It sees what the write path says of the document, not the document: Manual SQL that changes <code>document</code> but not <code>quantities</code> is not detected. Orders written before the column have none until their next write.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0022-check-quantities-in-the-database.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0022CheckQuantitiesInTheDatabase = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0022CheckQuantitiesInTheDatabase as default
};
