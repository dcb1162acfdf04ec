import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"143. Keep the memory of connectors in the provider's books","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0143-keep-the-memory-of-connectors-in-the-providers-books.md","filePath":"docs/explanation/adr/0143-keep-the-memory-of-connectors-in-the-providers-books.md"}`);
const _sfc_main = { name: "explanation/adr/0143-keep-the-memory-of-connectors-in-the-providers-books.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="143-keep-the-memory-of-connectors-in-the-providers-books" tabindex="-1">143. Keep the memory of connectors in the provider&#39;s books <a class="header-anchor" href="#143-keep-the-memory-of-connectors-in-the-providers-books" aria-label="Permalink to &quot;143. Keep the memory of connectors in the provider&#39;s books&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A key is one effect for as long as orders live. Stripe forgets idempotency keys after a day, and a record of our own beside the effect has a moment between the two in which a process dies.</p><p><strong>Decision.</strong> The connectors to Stripe and Vipps MobilePay keep nothing. Before they ask for an effect they look for it where the provider keeps it: in the metadata that go with the capture or the refund, or in the event log. The provider&#39;s own key covers two requests at the same time. A connector whose provider keeps nothing has <code>keysInFiles</code>, as the labels have: there a crash leaves a number unused.</p><p>Considered: a table or a file of answers in front of each provider. It has to be backed up with the system, cannot be run twice, and does not know what happened in the moment of a crash.</p><p><strong>Consequences.</strong> Each effect costs one more request, which reads. A connector can be killed, moved and run twice. A cancellation at Vipps MobilePay has no key in the log; that nothing is left answers for it. Rules: <a href="/docs/site/reference/behaviour/stripe.html#stripe-keys">Stripe</a>, <a href="/docs/site/reference/behaviour/vipps-mobilepay.html#vipps-keys">Vipps MobilePay</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0143-keep-the-memory-of-connectors-in-the-providers-books.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0143KeepTheMemoryOfConnectorsInTheProvidersBooks = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0143KeepTheMemoryOfConnectorsInTheProvidersBooks as default
};
