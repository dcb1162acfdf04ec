import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"164. Simulate delivery by the names of statements","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0164-simulate-delivery-by-statement-names.md","filePath":"docs/explanation/adr/0164-simulate-delivery-by-statement-names.md"}');
const _sfc_main = { name: "explanation/adr/0164-simulate-delivery-by-statement-names.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="164-simulate-delivery-by-the-names-of-statements" tabindex="-1">164. Simulate delivery by the names of statements <a class="header-anchor" href="#164-simulate-delivery-by-the-names-of-statements" aria-label="Permalink to &quot;164. Simulate delivery by the names of statements&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Tests with real servers try a crash between two steps where a person thought of it. The orders in which the steps of several processes can follow each other are too many for that, and a failure among them does not come back.</p><p><strong>Decision.</strong> The relay and the consumers run unchanged against a simulated database and server (<code>packages/service-kit/src/testing/simulation</code>). Each statement has a name, and that is where the simulation takes over: it does in memory what the statement of this name does. A scheduler lets one operation happen at a time, in an order that follows from a seed, and lets processes die, connections break and answers be lost between any two. Pauses and polling are left to it: <code>publishNext</code>, <code>handleMessages</code> and <code>mendOnce</code> are called, not the loops around them. All faults happen in each seed: what one part of the system does not notice is what another one is for, such as consumers that ask for missing events. Seeds run in worker threads, since tap follows each promise of the thread of the tests.</p><p>Considered: a PostgreSQL in WebAssembly, whose transactions cannot be interleaved; replacing timers and sockets of the real clients.</p><p><strong>Consequences.</strong> A seed takes two milliseconds and does the same whenever it is run. What a statement does is said twice; a test with a real PostgreSQL has to find where the two differ. Four planted faults show that the simulation finds what it is for.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0164-simulate-delivery-by-statement-names.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0164SimulateDeliveryByStatementNames = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0164SimulateDeliveryByStatementNames as default
};
