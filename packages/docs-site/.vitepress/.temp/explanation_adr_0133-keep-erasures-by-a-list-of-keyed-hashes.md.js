import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"133. Keep erasures by a list of keyed hashes","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0133-keep-erasures-by-a-list-of-keyed-hashes.md","filePath":"docs/explanation/adr/0133-keep-erasures-by-a-list-of-keyed-hashes.md"}');
const _sfc_main = { name: "explanation/adr/0133-keep-erasures-by-a-list-of-keyed-hashes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="133-keep-erasures-by-a-list-of-keyed-hashes" tabindex="-1">133. Keep erasures by a list of keyed hashes <a class="header-anchor" href="#133-keep-erasures-by-a-list-of-keyed-hashes" aria-label="Permalink to &quot;133. Keep erasures by a list of keyed hashes&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A customer may ask for all that is stored about it, and that it is erased. Orders can be purged already. A backup from before a purge or an erasure brings back what is gone, and the database that knew of it is the one that was replaced.</p><p><strong>Decision.</strong> An erasure purges the customer&#39;s orders, each as a request for a purge does, and then removes what else names it by text: carts, notes, saved searches, kept responses. It notes how texts name the customer before the first order goes, in a row that goes last, so that whoever asks again after a crash finishes it. It is refused while an order has a run under way or goods to deliver.</p><p>What the law on bookkeeping wants is in the ledger, which has no names: the ledger stays as it is, with its chain of hashes, and the response says what it keeps and until when.</p><p>Each purge and erasure adds a line to a list: a hash with a key that is in the database. The list is a table and a file outside of the database. Before orders-workflow opens, it carries out the lines of the file that the table does not have. So it does not matter how the database was restored: by <code>oms restore</code>, by <code>pg_restore</code>, or to a moment.</p><p>Considered: a program that <code>oms restore</code> runs. It would leave out every other way to restore. Also considered: hashes without a key. Phone numbers are few enough to be guessed. Also considered: the key beside the list. Then whoever has the list has both. Also considered: orders without names in place of purged ones. A second way to remove a customer, and every field of an order can hold a name.</p><p><strong>Consequences.</strong> Without a file nothing is replayed: keep it apart from the database. A database from before this version has another key. Rules: <a href="/docs/site/reference/behaviour/customers.html#customer-erasure">customer erasure</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0133-keep-erasures-by-a-list-of-keyed-hashes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0133KeepErasuresByAListOfKeyedHashes = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0133KeepErasuresByAListOfKeyedHashes as default
};
