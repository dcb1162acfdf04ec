import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"129. Resolve roles of the configuration at the gateway","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0129-resolve-roles-of-the-configuration-at-the-gateway.md","filePath":"docs/explanation/adr/0129-resolve-roles-of-the-configuration-at-the-gateway.md"}');
const _sfc_main = { name: "explanation/adr/0129-resolve-roles-of-the-configuration-at-the-gateway.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="129-resolve-roles-of-the-configuration-at-the-gateway" tabindex="-1">129. Resolve roles of the configuration at the gateway <a class="header-anchor" href="#129-resolve-roles-of-the-configuration-at-the-gateway" aria-label="Permalink to &quot;129. Resolve roles of the configuration at the gateway&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Five roles are too few for a shop: a cashier who takes goods back should not purge orders, and pays back 1,000 a day at most. Tokens and clients of the five roles are in use and must go on as they are.</p><p><strong>Decision.</strong> Permissions are a fixed list in the contracts. The five roles have fixed sets of them; <code>roles.json</code>, a <a href="/docs/site/explanation/adr/0122-store-what-people-change-in-the-browser.html">stored document</a>, names further sets. A named role reaches the routes of the roles of the interface that it lists, and there does what its permissions say. So every route keeps its roles, and what needs more than those says so beside them (<code>permission</code>).</p><p>Tokens of clients carry names. The gateway, which has the people and the clients, looks the names up at each request and puts what they give into its token for the service: that lives for a minute and is good for one service. The services need no <code>roles.json</code>, and cannot disagree about it while they take a new one over. Callers with roles of the interface alone get the same token as before.</p><p>What a write needs is decided by the order before and after it, in <code>prepareWrite</code>, through which all writes of orders go. Twenty routes can cancel a line or enter a credit; a list of routes would miss the next one. Only callers who lack one of these permissions, or have a limit, pay for the comparison.</p><p>Refunds of a day are a row per person, day and currency, raised in the transaction of the write with the limit as its condition: the lock of the row puts two requests one after the other, and what is rolled back counts nothing.</p><p><strong>Consequences.</strong> A limit bounds what requests pay back, not what steps of a status do that someone may enter. Who cancels a line and adds it again at another price needs <code>Cancel</code>, not <code>OverridePrice</code>. An empty <code>storeIds</code> goes on meaning all stores, with a warning unless <code>allStores</code> says so: refusing it would end the start of every installation that there is.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0129-resolve-roles-of-the-configuration-at-the-gateway.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0129ResolveRolesOfTheConfigurationAtTheGateway = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0129ResolveRolesOfTheConfigurationAtTheGateway as default
};
