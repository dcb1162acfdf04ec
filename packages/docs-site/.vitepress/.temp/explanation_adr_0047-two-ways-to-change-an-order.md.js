import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"47. Two ways to change an order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0047-two-ways-to-change-an-order.md","filePath":"docs/explanation/adr/0047-two-ways-to-change-an-order.md"}');
const _sfc_main = { name: "explanation/adr/0047-two-ways-to-change-an-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="47-two-ways-to-change-an-order" tabindex="-1">47. Two ways to change an order <a class="header-anchor" href="#47-two-ways-to-change-an-order" aria-label="Permalink to &quot;47. Two ways to change an order&quot;">​</a></h1><p><strong>Status</strong>: superseded by <a href="/docs/site/explanation/adr/0110-write-orders-by-one-list-of-rules.html">ADR 110</a></p><p><strong>Context.</strong> Every change of an order went through one function with twelve optional hooks: reads along with the load and after it, further statements before or after the save, questions asked again after each attempt. Its central hook was documented as pure, but two callers ignored the argument and returned what an earlier hook had left in a mutable variable. Who wanted to know what one request does had to replay the order of the hooks in mind, and a busy order was signalled by an exception that a function far above caught.</p><p><strong>Decision.</strong> There are two functions, and every command uses one of them.</p><ul><li><code>changeOrder(context, orderId, edit)</code> is for a pure edit. It loads the order, applies the edit and saves the result in one statement that is guarded by the version. When another write came first, or stock has to follow, the same edit is applied to the locked order.</li><li><code>inLockedOrder(context, orderId, work)</code> is for everything that reads or writes more than the order. The row is locked, then <code>work</code> reads, decides and saves from top to bottom. <code>lockOrder(tx, …)</code> is the same for work that shares its transaction.</li></ul><p><code>locked.save(next, …)</code> is the one place where stock follows the order, totals are calculated and invariants asserted; the store then only sends SQL, and finds whether the order was as it was locked. A result that the order cannot have yet, because a run is ahead, is a value and not an exception. A new order has <code>insertOrder</code>, which is one statement, and <code>insertOrderIn</code> for a transaction that continues.</p><p>Considered: locking always. A pure edit would hold the row from the load to the save, and one that changes nothing would write to the row for nothing.</p><p><strong>Consequences.</strong> A command reads as it runs. What <code>Transaction.later</code> put off fails with the statement that it left with, or with COMMIT. Carts have the same two ways.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0047-two-ways-to-change-an-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0047TwoWaysToChangeAnOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0047TwoWaysToChangeAnOrder as default
};
