import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"140. Ask services of the retailer by a closed answer","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0140-ask-services-of-the-retailer-by-a-closed-answer.md","filePath":"docs/explanation/adr/0140-ask-services-of-the-retailer-by-a-closed-answer.md"}');
const _sfc_main = { name: "explanation/adr/0140-ask-services-of-the-retailer-by-a-closed-answer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="140-ask-services-of-the-retailer-by-a-closed-answer" tabindex="-1">140. Ask services of the retailer by a closed answer <a class="header-anchor" href="#140-ask-services-of-the-retailer-by-a-closed-answer" aria-label="Permalink to &quot;140. Ask services of the retailer by a closed answer&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Every retailer has decisions of its own: fraud, approval, the choice of a warehouse. They must not need a fork, and what they decide must be recorded, repeated and explained as everything else is.</p><p><strong>Decision.</strong> A step <code>Ask</code> posts a question by an <code>http</code> connector and carries out the answer, a closed list of effects that the system knows how to undo, show and search: properties, tags, a hold, a status, a warehouse. Unlike other connector responses, an answer with an unknown field is refused as a whole: the field that is not understood may be what the service means most. An answer is recorded in the transaction of the step&#39;s result, all answers of a step together.</p><p>A late answer is not posted to an endpoint of its own. The service calls Resume of the run, which exists, and the question is repeated with its key. So an answer arrives in one way only, checked and recorded by the same code, and neither order nor number of calls matters.</p><p>Validation hooks only allow or refuse. They are asked outside of any transaction, once and within a budget, because a caller waits. A hook that refuses a payment says that <em>this</em> request was not sent, and not that the payment is refused: an earlier request of the same key may have moved money.</p><p>Considered: an answer that is a JSON Patch of the order. It could change what rules protect, and nobody could say what a service may do. Also considered: hooks that change the order before it is created. A step of the first status does that, repeatably.</p><p><strong>Consequences.</strong> A service that wants a new effect needs a new version of this system. Rules: <a href="/docs/site/reference/behaviour/connectors.html#ask-protocol">Ask protocol</a>, <a href="/docs/site/reference/behaviour/connectors.html#validation-hooks">validation hooks</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0140-ask-services-of-the-retailer-by-a-closed-answer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0140AskServicesOfTheRetailerByAClosedAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0140AskServicesOfTheRetailerByAClosedAnswer as default
};
