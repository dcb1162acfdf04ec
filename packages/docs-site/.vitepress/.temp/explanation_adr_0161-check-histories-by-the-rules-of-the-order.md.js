import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"161. Check histories by the rules of the order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0161-check-histories-by-the-rules-of-the-order.md","filePath":"docs/explanation/adr/0161-check-histories-by-the-rules-of-the-order.md"}');
const _sfc_main = { name: "explanation/adr/0161-check-histories-by-the-rules-of-the-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="161-check-histories-by-the-rules-of-the-order" tabindex="-1">161. Check histories by the rules of the order <a class="header-anchor" href="#161-check-histories-by-the-rules-of-the-order" aria-label="Permalink to &quot;161. Check histories by the rules of the order&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30; adds to <a href="/docs/site/explanation/adr/0109-compare-the-books-of-two-services-in-one-process.html">109</a></p><p><strong>Context.</strong> Promises of the <a href="/docs/site/reference/guarantees.html">guarantees</a> were tried by chosen stories and their outcome. What nobody thought of is found by histories: random work under random faults, and a checker. Checkers of databases (Knossos, Elle) look for an order of reads and writes of registers and lists. An order has one hundred fields and thirty commands; but it also has what a register lacks, a version for every write, kept with its content.</p><p><strong>Decision.</strong> <code>e2e/histories</code> has the work, the faults and the checker of <code>npm run verify:histories</code>.</p><ul><li>Every write leaves a mark that no other one leaves: a property, a transaction, a comment, a reason. The versions say where it begins, and how often. So nothing is searched for: the order of things is the one that the product claims, and the checker tests that claim against real time, by one clock.</li><li>The model is <code>order/rules</code>. Versions are made again from the one before by the pure functions that have made them; the layout check allows the folder to import these by path.</li><li>History and state at rest are files. The checker reads them without a system, record by record.</li><li>It is TypeScript beside the product and not a program of its own, so that a command that changes changes its model. An error in a pure rule is therefore not found here; that is what the tests of the rules are for.</li></ul><p>Considered: Jepsen with Elle, which would need a second model of the order, in Clojure; fast-check&#39;s commands, which run one process and shrink by repeating hundreds of runs of a minute each.</p><p><strong>Consequences.</strong> A run takes its minutes and some more to come to rest. Failures by a race need not come back with their seed: a plan is tried twice while it is made smaller. Commands without a mark are checked by the versions that their responses name, which is less.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0161-check-histories-by-the-rules-of-the-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0161CheckHistoriesByTheRulesOfTheOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0161CheckHistoriesByTheRulesOfTheOrder as default
};
