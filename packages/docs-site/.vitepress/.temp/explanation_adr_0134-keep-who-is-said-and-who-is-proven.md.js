import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"134. Keep who is said and who is proven","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0134-keep-who-is-said-and-who-is-proven.md","filePath":"docs/explanation/adr/0134-keep-who-is-said-and-who-is-proven.md"}');
const _sfc_main = { name: "explanation/adr/0134-keep-who-is-said-and-who-is-proven.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="134-keep-who-is-said-and-who-is-proven" tabindex="-1">134. Keep who is said and who is proven <a class="header-anchor" href="#134-keep-who-is-said-and-who-is-proven" aria-label="Permalink to &quot;134. Keep who is said and who is proven&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A client may say in whose name it writes (<code>userId</code>, <code>createdBy</code>): tills and ERPs have users whom this system does not know. That name was the only one in versions and timelines, so a client could write as a colleague who signs in here.</p><p><strong>Decision.</strong> The name that is said stays the author, and the client of the token is kept beside it where they differ (<code>provenBy</code>), in the row of the version. Null means that the author is proven, so that old rows need no change. A said name of a person of this system, a user of the configuration or a colleague of a provider, is refused in the transaction of the write: only who signs in is that person. A person who has signed in says its own name or none.</p><p>Considered: to replace the author by the client. Every client that names its users would lose them. Also considered: two authors in the document of the order. What is in the document can be sent by a client.</p><p><strong>Consequences.</strong> A write that says a name reads one row more, by key. Rules: <a href="/docs/site/reference/behaviour/orders.html#service-owned-fields">service-owned fields</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0134-keep-who-is-said-and-who-is-proven.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0134KeepWhoIsSaidAndWhoIsProven = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0134KeepWhoIsSaidAndWhoIsProven as default
};
