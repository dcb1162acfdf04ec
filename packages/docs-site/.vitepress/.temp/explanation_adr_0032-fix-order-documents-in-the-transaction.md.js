import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"32. Fix documents of orders in the transaction and draw them on request","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0032-fix-order-documents-in-the-transaction.md","filePath":"docs/explanation/adr/0032-fix-order-documents-in-the-transaction.md"}');
const _sfc_main = { name: "explanation/adr/0032-fix-order-documents-in-the-transaction.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="32-fix-documents-of-orders-in-the-transaction-and-draw-them-on-request" tabindex="-1">32. Fix documents of orders in the transaction and draw them on request <a class="header-anchor" href="#32-fix-documents-of-orders-in-the-transaction-and-draw-them-on-request" aria-label="Permalink to &quot;32. Fix documents of orders in the transaction and draw them on request&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A credit note belongs among the assets of its order (<a href="/docs/site/reference/behaviour/workflow-steps.html#return-steps">return steps</a>). It must exist exactly when its number is given, never change afterwards, and go with the order when that is purged. Drawing a PDF takes a tenth of a second in a thread and may be refused when too many are drawn; the transaction that gives the number holds the order&#39;s lock and a number without gaps. The service keeps no files.</p><p><strong>Decision.</strong> A table <code>order_file</code> belongs to the orders. The step writes the document&#39;s model, which is everything that it shows with all amounts formatted, in the transaction that gives the number and puts the entry into <code>assets</code>. <code>GET /api/Orders/{orderId}/Assets/{assetId}</code> draws the model when it is first asked for, keeps the bytes beside it and returns the same bytes from then on; of two concurrent requests the first write wins. Roles and stores are those of reading the order; a deleted order keeps its files, a purge removes them by the foreign key.</p><p>Bytes are in the database, not in the file store of the catalogue: that is another service&#39;s, a folder is not shared by processes, and a transaction with the order is worth more than cheap space for documents of some tens of kilobytes.</p><p><strong>Consequences.</strong> No step waits for the threads that draw, and a crash leaves neither a number without a document nor a document without a number. A change of logo or fonts after a document was made and before it was first read shows in it; its words and amounts do not change. <code>length</code> of the entry stays 0: the size is not known when the entry is written. <code>GetOrderAsPdf</code> keeps its five templates; the credit note is not one of them. An order with 250 assets keeps its number and gets a warning in place of the document.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0032-fix-order-documents-in-the-transaction.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0032FixOrderDocumentsInTheTransaction = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0032FixOrderDocumentsInTheTransaction as default
};
