import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"54. Store messages with the write that reaches them","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0054-store-messages-with-the-write-that-reaches-them.md","filePath":"docs/explanation/adr/0054-store-messages-with-the-write-that-reaches-them.md"}');
const _sfc_main = { name: "explanation/adr/0054-store-messages-with-the-write-that-reaches-them.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="54-store-messages-with-the-write-that-reaches-them" tabindex="-1">54. Store messages with the write that reaches them <a class="header-anchor" href="#54-store-messages-with-the-write-that-reaches-them" aria-label="Permalink to &quot;54. Store messages with the write that reaches them&quot;">​</a></h1><p><strong>Status</strong>: accepted; texts are made after the commit since <a href="/docs/site/explanation/adr/0111-compose-messages-after-the-commit.html">ADR 111</a></p><p><strong>Context.</strong> Most statuses end with a notification that runs after the order is saved. It calls nobody: it stores a message, which is sent after the commit of its transaction (<a href="/docs/site/explanation/adr/0015-send-messages-from-an-outbox.html">ADR 15</a>). In the background it cost a second transaction of every new order: the order was locked and loaded again, its run was updated, and the event of the run&#39;s end was written and published separately.</p><p><strong>Decision.</strong> A step of kind <code>message</code> sees the order as it is written and leaves it as it is. When nothing is left of a run but such steps, and nothing follows it, they are part of the write that got there, also where they are configured to run after the order is saved.</p><p><strong>Consequences.</strong> A new order of the sample tenant is one transaction, and its run has ended when it is there. Workflow responses name the results of these steps, dry runs too. The customer gets the message as before: after the commit, once. A message that cannot be composed does not undo the order; it is logged, and the background tries the step again. A step that does anything else after the order is saved still runs in the background, and so do messages before or behind it.</p><p>With <a href="/docs/site/explanation/adr/0055-store-the-current-content-of-an-order-once.html">ADR 55</a>, measured alternately on two cores (<code>npm run bench -- new-orders</code>, two runs each): 128 and 130 orders a second became 155 and 153 through the gateway, 28 and 29 ms at two connections became 17 and 17. One order took 16.7 ms of processor time of all processes and 30 kB of write-ahead log before, 10.8 ms and 24 kB after.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0054-store-messages-with-the-write-that-reaches-them.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0054StoreMessagesWithTheWriteThatReachesThem = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0054StoreMessagesWithTheWriteThatReachesThem as default
};
