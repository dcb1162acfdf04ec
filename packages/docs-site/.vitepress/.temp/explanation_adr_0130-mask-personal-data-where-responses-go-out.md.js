import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"130. Mask personal data where responses go out","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0130-mask-personal-data-where-responses-go-out.md","filePath":"docs/explanation/adr/0130-mask-personal-data-where-responses-go-out.md"}');
const _sfc_main = { name: "explanation/adr/0130-mask-personal-data-where-responses-go-out.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="130-mask-personal-data-where-responses-go-out" tabindex="-1">130. Mask personal data where responses go out <a class="header-anchor" href="#130-mask-personal-data-where-responses-go-out" aria-label="Permalink to &quot;130. Mask personal data where responses go out&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Who packs or closes a till need not know whose order it is. More than a hundred operations return orders or parts of them, as JSON, text or PDF, and some of them keep their response for a repeat of the request. A mask in each handler would be forgotten in the next one.</p><p><strong>Decision.</strong> A list of fields by model says what is personal data. <code>Model</code> marks the schemas with it, so that every contract that has the model knows. <code>register</code> masks each finished response by the schema of its contract, after kept responses were found, and so each caller gets what they may see of the same response. What a schema does not describe counts as personal: a field without a type says by itself that it is not. Responses that are no JSON go out only where the contract says why they may: they have no personal data, or the handler has made them of a masked order.</p><p>What is masked must not come back. <code>prepareWrite</code> puts the stored value in place of a mask, of null and of a missing value in each personal field of what such a caller writes. By this a masked order can be sent back whole. It also means that they cannot erase a name, only replace it.</p><p>Filters by such fields are refused, not ignored: a list that says nothing of it would look like an answer. Free text is one of them, as it finds names.</p><p>Considered: pseudonyms instead of <code>***</code>. They would make customers comparable, which an id does already. Also considered: leaving the fields out. Clients expect texts there, and a text shows that something is set.</p><p><strong>Consequences.</strong> Masking parses the response again; callers who may see everything pay nothing. One test calls each route that reads as someone who may not see a planted customer; another looks for fields by telling names in the schemas of all services.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0130-mask-personal-data-where-responses-go-out.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0130MaskPersonalDataWhereResponsesGoOut = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0130MaskPersonalDataWhereResponsesGoOut as default
};
