import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"127. Keep the audit log in one table, chained by one writer","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0127-keep-the-audit-log-in-one-table.md","filePath":"docs/explanation/adr/0127-keep-the-audit-log-in-one-table.md"}');
const _sfc_main = { name: "explanation/adr/0127-keep-the-audit-log-in-one-table.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="127-keep-the-audit-log-in-one-table-chained-by-one-writer" tabindex="-1">127. Keep the audit log in one table, chained by one writer <a class="header-anchor" href="#127-keep-the-audit-log-in-one-table-chained-by-one-writer" aria-label="Permalink to &quot;127. Keep the audit log in one table, chained by one writer&quot;">​</a></h1><p>Status: accepted</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An auditor asks who did what, over four processes, and wants to see that nothing was left out or changed. A chain of hashes has one end, which every request would have to wait for.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>orders-workflow has one table, <code>audit_record</code>, which its role may read and add to. Triggers refuse changes to the owner too; retention is a function of the database with a lower bound of its own.</li><li>What happens is written first to <code>kit.audit_waiting</code>, which every service has: with the change itself where there is one. A job of orders-workflow gives the rows their places in the chain once a second, under a lock.</li><li>A route says in its contract which act it is, and <code>register</code> records it: in its first transaction, else before its response. What a write does to an order is derived from its versions, whichever route, job or step has made it.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Requests never wait for the chain, and a record is found about a second later.</li><li>A process that ends between two lines has recorded what it did; at worst it has recorded something that did not come about.</li><li>The end of the chain is a row of its own, so that missing last records are noticed. Someone with all rights in the database could rewrite everything: the hash of the end is to be kept elsewhere.</li><li>A new route that changes or shows what is sensitive declares <code>audit</code>; a test asks for it.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0127-keep-the-audit-log-in-one-table.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0127KeepTheAuditLogInOneTable = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0127KeepTheAuditLogInOneTable as default
};
