import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"10. Forward the routes that the contracts name","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0010-forward-the-routes-of-the-contracts.md","filePath":"docs/explanation/adr/0010-forward-the-routes-of-the-contracts.md"}');
const _sfc_main = { name: "explanation/adr/0010-forward-the-routes-of-the-contracts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="10-forward-the-routes-that-the-contracts-name" tabindex="-1">10. Forward the routes that the contracts name <a class="header-anchor" href="#10-forward-the-routes-that-the-contracts-name" aria-label="Permalink to &quot;10. Forward the routes that the contracts name&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A gateway that fetches each service&#39;s OpenAPI document at start cannot start while a service is unreachable; a hand-written route table becomes outdated. <code>@fastify/http-proxy</code> forwarded 11,500 GET/s and 8,000 POST/s on two cores where a bare undici proxy forwarded 15,700 and 10,000.</p><p><strong>Decision.</strong> The gateway registers every route of the contracts package: unknown routes, wrong methods, missing tokens and roles, and bodies over the route&#39;s limit are refused before a service is asked. Every service checks again. Forwarding is our own code on undici: bodies are streamed both ways, an abort on one side ends the other, encoded slashes stay as they are, and a write is never sent twice.</p><p><strong>Consequences.</strong> A new route needs no change in the gateway but its release with the same contracts version. Readiness of the gateway asks the three services.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0010-forward-the-routes-of-the-contracts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0010ForwardTheRoutesOfTheContracts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0010ForwardTheRoutesOfTheContracts as default
};
