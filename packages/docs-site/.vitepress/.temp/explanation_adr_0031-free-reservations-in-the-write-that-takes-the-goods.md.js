import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"31. Free reservations in the write that takes the goods","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0031-free-reservations-in-the-write-that-takes-the-goods.md","filePath":"docs/explanation/adr/0031-free-reservations-in-the-write-that-takes-the-goods.md"}');
const _sfc_main = { name: "explanation/adr/0031-free-reservations-in-the-write-that-takes-the-goods.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="31-free-reservations-in-the-write-that-takes-the-goods" tabindex="-1">31. Free reservations in the write that takes the goods <a class="header-anchor" href="#31-free-reservations-in-the-write-that-takes-the-goods" aria-label="Permalink to &quot;31. Free reservations in the write that takes the goods&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Workflow steps reserve stock, move reservations along and use them up. Goods leave an order in many other ways: a cancelled line, a line update, a status, a smaller replacement, a deletion. Where no step followed that looks after stock, units stayed reserved forever.</p><p><strong>Decision.</strong> The write path compares the order before and after. Where a line with a reservation wants less than before or is held elsewhere, or the order is deleted, order and stock levels are locked, the surplus is entered as movements, and the order is saved with what is left, all in the transaction of the write. Goods that a write moves to another shipment or warehouse take their reservations along in the same way. Movements, not marks in the order, say what is reserved, so that a repetition frees nothing more.</p><p>Only goods that are no longer wanted are freed. Delivered units remain reserved until a step takes them out of stock. A write in which a step moves stock of the same order leaves it to that step.</p><p>Considered: waiting for the next step that looks after stock. There may be none, as when a line update reallocates all goods of a shipment.</p><p><strong>Consequences.</strong> No operation can forget it, and an order type without <code>ReduceReservedInventory</code> holds no stock of cancelled goods. A pure edit with such a result is applied again to the locked order; every other write costs one comparison in memory. A restored order may find that others have reserved its goods. Rules: <a href="/docs/site/reference/behaviour/inventory.html#freed-reservations">freed reservations</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0031-free-reservations-in-the-write-that-takes-the-goods.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0031FreeReservationsInTheWriteThatTakesTheGoods = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0031FreeReservationsInTheWriteThatTakesTheGoods as default
};
