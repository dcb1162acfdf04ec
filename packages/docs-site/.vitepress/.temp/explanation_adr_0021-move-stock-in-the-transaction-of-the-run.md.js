import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"21. Move stock in the transaction of the run","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0021-move-stock-in-the-transaction-of-the-run.md","filePath":"docs/explanation/adr/0021-move-stock-in-the-transaction-of-the-run.md"}');
const _sfc_main = { name: "explanation/adr/0021-move-stock-in-the-transaction-of-the-run.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="21-move-stock-in-the-transaction-of-the-run" tabindex="-1">21. Move stock in the transaction of the run <a class="header-anchor" href="#21-move-stock-in-the-transaction-of-the-run" aria-label="Permalink to &quot;21. Move stock in the transaction of the run&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Orders reserve stock, take it and bring it back. Many orders request the same units concurrently, steps are repeated after crashes and by callers, and lines move between shipments and warehouses. Other systems follow the stock by events.</p><p><strong>Decision.</strong> A row holds the quantity and what is reserved of a SKU in a warehouse; each change leaves a movement. A step that moves stock is a third kind beside those that change only the order and those that call outside: it locks the order, then the stock rows in a fixed order, looks up by the order&#39;s movements which part is done already, enters the difference, and all of it is written with the order and the run&#39;s progress in one transaction. What a step enters is written also when it gives an error: a withdrawal takes the available units of a short line, and names the missing ones. The steps of a new order run in the transaction that inserts it.</p><p>The aggregate of <code>orders.inventory.changed.v1</code> is a SKU in a warehouse: subject <code>&lt;sku&gt;@&lt;warehouse&gt;</code>, both percent-encoded so that subjects are unique, with a separate sequence in the row. A transaction publishes one event for each stock row, with the levels after it.</p><p><strong>Consequences.</strong> A repeated step has no further effect, whatever happened in between, and needs no marks in the order. Orders for the same SKU wait for each other while one of them commits. Unused levels are never locked. Rows are never removed, because their events are counted; a purged order&#39;s movements stay in the log and are closed. An order with several steps that move stock locks again for each, in the same transaction: one that a deadlock ends is run again.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0021-move-stock-in-the-transaction-of-the-run.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0021MoveStockInTheTransactionOfTheRun = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0021MoveStockInTheTransactionOfTheRun as default
};
