import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"160. Keep the space for new objects small","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0160-keep-the-space-for-new-objects-small.md","filePath":"docs/explanation/adr/0160-keep-the-space-for-new-objects-small.md"}');
const _sfc_main = { name: "explanation/adr/0160-keep-the-space-for-new-objects-small.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="160-keep-the-space-for-new-objects-small" tabindex="-1">160. Keep the space for new objects small <a class="header-anchor" href="#160-keep-the-space-for-new-objects-small" aria-label="Permalink to &quot;160. Keep the space for new objects small&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> V8 lets the space for new objects of a busy process grow to three times 16 MiB, and what is moved out of it to the old objects more seldom collected. Four services that were busy once held 682 to 735 MiB together (<code>Pss</code>), 399 to 449 of them orders-workflow; the target is 0.7 of what they held before. Nearly all that a request makes is garbage when its response is sent.</p><p><strong>Decision.</strong> Services run with <code>--max-semi-space-size=8</code>: as an argument of the program in the image, in <code>npm start</code> of a service and in the local system. Node takes the flag only at its start.</p><p>Measured one after the other on a machine with other work, 32 connections, after 3,200 new orders (2,700 with 4 MiB), without a rest:</p><table tabindex="0"><thead><tr><th></th><th>16 MiB, as V8 has it</th><th>8 MiB</th><th>4 MiB</th></tr></thead><tbody><tr><td>four services, Pss</td><td>735 and 682 MiB</td><td>579</td><td>565</td></tr><tr><td>orders-workflow</td><td>449 and 399 MiB</td><td>314</td><td>317</td></tr><tr><td>processor time of orders-workflow, in that of its PostgreSQL</td><td>1.60 and 1.71</td><td>1.72</td><td>1.78</td></tr></tbody></table><p>The time is given in that of PostgreSQL because everything cost up to twice as much from one minute to the next.</p><p>Considered: 4 MiB, which saves little more and collects more often; <code>--max-old-space-size</code>, which ends a process that needs more for a moment; <code>--optimize-for-size</code>, which compiles less.</p><p><strong>Consequences.</strong> A service collects new objects about twice as often. The difference in processor time is within what two runs of the same version differ by. A process of tests keeps its 64 MiB (<a href="/docs/site/explanation/adr/0152-hand-test-databases-on-with-their-connections.html">ADR 152</a>): it makes more, and ends.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0160-keep-the-space-for-new-objects-small.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0160KeepTheSpaceForNewObjectsSmall = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0160KeepTheSpaceForNewObjectsSmall as default
};
