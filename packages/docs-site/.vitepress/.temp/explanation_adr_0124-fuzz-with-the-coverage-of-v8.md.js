import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"124. Fuzz with the coverage of V8","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0124-fuzz-with-the-coverage-of-v8.md","filePath":"docs/explanation/adr/0124-fuzz-with-the-coverage-of-v8.md"}');
const _sfc_main = { name: "explanation/adr/0124-fuzz-with-the-coverage-of-v8.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="124-fuzz-with-the-coverage-of-v8" tabindex="-1">124. Fuzz with the coverage of V8 <a class="header-anchor" href="#124-fuzz-with-the-coverage-of-v8" aria-label="Permalink to &quot;124. Fuzz with the coverage of V8&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Readers of what anyone may send are to be fuzzed, guided by the code that an input reaches. <code>@jazzer.js/core</code> is the known fuzzer for Node. Its version 4 reads ES modules, but its program for Linux needs glibc 2.38: Debian 12, on which our images are built, has 2.36, and there the command ends before it begins. Version 2 of the program starts there and does not see ES modules. It also rewrites each module, which has to be done behind Node&#39;s own removal of types.</p><p><strong>Decision.</strong> <code>e2e/fuzz</code> takes the coverage from V8 itself (<code>Profiler.takePreciseCoverage</code>, blocks with their counts), changes bytes and words of inputs that reached something new, and shortens what breaks a promise. The code under test is what production runs; nothing native is installed. Each target has a promise that goes beyond «does not crash», against the real PostgreSQL where one is needed. Its corpus is one text file for each target.</p><p><strong>Consequences.</strong> 20 to 60 inputs a second on two busy cores, since each input is checked in several ways, where a native fuzzer has thousands of a function that only parses. Comparisons are not traced: a word that must be there has to be among the words of the target. Nights make up for the pace. When Jazzer.js has a program for Debian 12, the targets fit it: each is a function of bytes.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0124-fuzz-with-the-coverage-of-v8.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0124FuzzWithTheCoverageOfV8 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0124FuzzWithTheCoverageOfV8 as default
};
