import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"148. Let reports read views without personal data","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0148-let-reports-read-views-without-personal-data.md","filePath":"docs/explanation/adr/0148-let-reports-read-views-without-personal-data.md"}');
const _sfc_main = { name: "explanation/adr/0148-let-reports-read-views-without-personal-data.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="148-let-reports-read-views-without-personal-data" tabindex="-1">148. Let reports read views without personal data <a class="header-anchor" href="#148-let-reports-read-views-without-personal-data" aria-label="Permalink to &quot;148. Let reports read views without personal data&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Shops ask for figures that no page has, and for a BI tool of their own. The tables change with the code, orders are JSON documents, and nearly every table has names and addresses. A tool that reads them breaks with an upgrade, holds customers where no erasure reaches them, and may read passwords&#39; hashes beside.</p><p><strong>Decision.</strong> Each database has a schema <code>reporting</code> of views with typed columns, comments and a promise of stability (<a href="/docs/site/reference/reporting-views.html">reporting views</a>). A user of its own reads them and nothing else: a view reads with the rights of its owner. The views say nothing of who a customer or a member of staff is. <code>customer_hash</code> is a keyed hash of the customer, so that repeat customers can be counted: the key never leaves the database, and with the last order the hash is gone. Reasons of returns are shown when they are at most 40 letters, as a word from a list is; everything longer, with digits or signs is <code>Other</code>. A name that someone gives as a reason would be shown: that is what is left.</p><p>Considered:</p><ul><li><em>Tables that a process fills.</em> They are quicker, and one more copy that has to be corrected, erased and compared. A period of orders is found by an index; their documents are parsed then. The views can become such tables under the same names when that is too slow.</li><li><em>Customer ids.</em> They lead back to the customer in every system that has them, and many are e-mail addresses.</li><li><em>Who refunded.</em> Staff are people too, and the audit log answers that.</li><li><em>Rows by store in the database.</em> A BI user sees all stores; who is limited to some uses the API, which limits each report.</li></ul><p><strong>Consequences.</strong> A migration that changes a column which a view reads has to drop and make the view again. A test pins every column. A copy in a BI tool outlives the erasure of a customer without naming anybody.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0148-let-reports-read-views-without-personal-data.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0148LetReportsReadViewsWithoutPersonalData = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0148LetReportsReadViewsWithoutPersonalData as default
};
