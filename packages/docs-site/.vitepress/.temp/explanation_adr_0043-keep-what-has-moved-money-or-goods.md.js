import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"43. Keep what has moved money or goods","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0043-keep-what-has-moved-money-or-goods.md","filePath":"docs/explanation/adr/0043-keep-what-has-moved-money-or-goods.md"}');
const _sfc_main = { name: "explanation/adr/0043-keep-what-has-moved-money-or-goods.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="43-keep-what-has-moved-money-or-goods" tabindex="-1">43. Keep what has moved money or goods <a class="header-anchor" href="#43-keep-what-has-moved-money-or-goods" aria-label="Permalink to &quot;43. Keep what has moved money or goods&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A completed return form whose goods are in stock could be cancelled, made smaller, or left out of a document that replaces the order; its units could then be returned once more and counted in stock twice. A replacing document made from an older reading, or by a system that knows nothing of returns, took paid-back forms and captured payments out of the order.</p><p><strong>Decision.</strong> What has moved is removed only by a request that says so, and stock follows it.</p><ul><li>A replacement keeps return forms that are completed or paid back, and payments of type Capture, Sale, Invoiced or Credit that did not fail, when they are not sent. What is sent counts. A patch that asks for such a form to be removed is 400; <code>PutPayments</code> removes any payment.</li><li>What a form has put into stock is taken out again by the write that takes it from the form, in its transaction. Goods that are no longer there refuse the write.</li><li>Payments that a provider names alike are distinguished by their ids in both directions.</li></ul><p>Considered: refusing a replacement that lacks them. Integrations that know nothing of returns would stop working.</p><p><strong>Consequences.</strong> The write path looks at return forms as it looks at reservations (<a href="/docs/site/explanation/adr/0031-free-reservations-in-the-write-that-takes-the-goods.html">ADR 31</a>): a comparison in memory for orders with forms, statements only where less comes back. Rules: <a href="/docs/site/reference/behaviour/orders.html#preserved-payments-and-returns">preserved payments and returns</a>, <a href="/docs/site/reference/behaviour/inventory.html#withdrawn-returns">withdrawn returns</a>, <a href="/docs/site/reference/behaviour/payments.html#payment-identity">payment identity</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0043-keep-what-has-moved-money-or-goods.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0043KeepWhatHasMovedMoneyOrGoods = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0043KeepWhatHasMovedMoneyOrGoods as default
};
