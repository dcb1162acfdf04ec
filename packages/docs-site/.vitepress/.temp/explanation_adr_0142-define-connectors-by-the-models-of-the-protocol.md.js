import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"142. Define connectors by the models of the protocol","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0142-define-connectors-by-the-models-of-the-protocol.md","filePath":"docs/explanation/adr/0142-define-connectors-by-the-models-of-the-protocol.md"}');
const _sfc_main = { name: "explanation/adr/0142-define-connectors-by-the-models-of-the-protocol.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="142-define-connectors-by-the-models-of-the-protocol" tabindex="-1">142. Define connectors by the models of the protocol <a class="header-anchor" href="#142-define-connectors-by-the-models-of-the-protocol" aria-label="Permalink to &quot;142. Define connectors by the models of the protocol&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> The protocol of connectors was a page. Whoever wrote a connector wrote its types, its signature check and its memory of keys from the page; the service had types of its own.</p><p><strong>Decision.</strong> The models are in <code>packages/contracts</code>, once. <code>@open-oms/extend</code> types and checks the functions of a connector by them, and depends on the contracts, which are packed along. The answer of a defined connector never throws: what violates the protocol is refused before a function runs, and after an error its effect is unknown. <code>@open-oms/client/connectors</code> makes an HTTP listener of anything that answers; it knows signatures and keys and no operation, because the client has no dependency. So a defined connector can also be called without HTTP.</p><p>Considered: types generated from the OpenAPI document, as the client has them. They check nothing when the program runs, and a connector meets requests of others. Also considered: a copy of the models in the published package. Two declarations drift apart.</p><p><strong>Consequences.</strong> The contracts are a package that projects install. What they use of it is <code>@open-oms/contracts/connectors</code> and the models of orders.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0142-define-connectors-by-the-models-of-the-protocol.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0142DefineConnectorsByTheModelsOfTheProtocol = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0142DefineConnectorsByTheModelsOfTheProtocol as default
};
