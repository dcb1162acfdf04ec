import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"153. Ask for a confirmation where an order is paid back","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0153-ask-for-a-confirmation-where-an-order-is-paid-back.md","filePath":"docs/explanation/adr/0153-ask-for-a-confirmation-where-an-order-is-paid-back.md"}');
const _sfc_main = { name: "explanation/adr/0153-ask-for-a-confirmation-where-an-order-is-paid-back.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="153-ask-for-a-confirmation-where-an-order-is-paid-back" tabindex="-1">153. Ask for a confirmation where an order is paid back <a class="header-anchor" href="#153-ask-for-a-confirmation-where-an-order-is-paid-back" aria-label="Permalink to &quot;153. Ask for a confirmation where an order is paid back&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Refunds without a return asked that a person has shown lately who they are; returns, cancellations, entered credits and edits, which pay back as well, did not. Which routes ask is said by their contracts (<a href="/docs/site/explanation/adr/0131-keep-credentials-of-people-sealed-at-orders-workflow.html">ADR 131</a>), and the gateway does not know what a request will pay back. To ask at all these routes would ask a desk every quarter of an hour for returns that credit nothing and orders that were never paid.</p><p><strong>Decision.</strong> The gateway says in the tokens for services until when a person counts as confirmed (<code>oms_confirmed_until</code>). The rules of writes, which know what a change pays back for the limits of roles and the second pair of eyes, refuse it after that time with <code>ConfirmationRequired</code>. Routes that always ask keep <code>needsConfirmation</code>.</p><p>The claim is a time and not yes or no, since a token is used for half a minute. A confirmation makes another token at once: the caller is another one then.</p><p>Considered: a header of the console with the confirmation. What a browser sends proves nothing.</p><p><strong>Consequences.</strong> A dry run asks too, as it does for refunds, and the console sends it again after the dialog. Jobs and steps that continue later ask nobody. Programs are not asked.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0153-ask-for-a-confirmation-where-an-order-is-paid-back.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0153AskForAConfirmationWhereAnOrderIsPaidBack = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0153AskForAConfirmationWhereAnOrderIsPaidBack as default
};
