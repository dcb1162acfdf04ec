import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"104. Read phone numbers with libphonenumber-js","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0104-read-phone-numbers-with-libphonenumber-js.md","filePath":"docs/explanation/adr/0104-read-phone-numbers-with-libphonenumber-js.md"}');
const _sfc_main = { name: "explanation/adr/0104-read-phone-numbers-with-libphonenumber-js.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="104-read-phone-numbers-with-libphonenumber-js" tabindex="-1">104. Read phone numbers with libphonenumber-js <a class="header-anchor" href="#104-read-phone-numbers-with-libphonenumber-js" aria-label="Permalink to &quot;104. Read phone numbers with libphonenumber-js&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> Shops, tills and importers write the same phone number in many ways. Compared by digits, <code>900 11 222</code> and <code>+47 90011222</code> belonged to two people. Which digits belong to a number depends on the numbering plan of its country, and plans change several times a year.</p><p><strong>Decision.</strong> <code>libphonenumber-js</code> 1.13 reads numbers, with its full metadata (<code>/max</code>), which knows the valid numbers of each country and not only their lengths. Stored numbers are read in the country of the order&#39;s market, numbers in searches in the countries of the markets searched. Both become terms in E.164, compared by the existing index. The digits are a term as well, for texts that are not a number and for rows of an earlier version.</p><p>A text without a prefix that is valid both as a national number and with its country code, as in Germany, becomes two numbers: a search that finds one order too many is better than one that hides an order. The field is split at comma and semicolon before it is read, because the library takes a number after a comma for an extension.</p><p><strong>Alternatives.</strong> <code>google-libphonenumber</code> has the same data, compiled from Google&#39;s own code: it is untyped, has no modules, and is three times as large. Our own tables would be wrong after the next change of a plan. Comparing the last eight digits confuses people of different countries, and fails in countries with shorter numbers.</p><p><strong>Consequences.</strong> Reading a number takes about a tenth of a millisecond; a process caches 10,000 of them. A new version of the library may read a number differently; orders adopt that with their next write. If a market gets another country, the numbers of its stored orders are not read again.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0104-read-phone-numbers-with-libphonenumber-js.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0104ReadPhoneNumbersWithLibphonenumberJs = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0104ReadPhoneNumbersWithLibphonenumberJs as default
};
