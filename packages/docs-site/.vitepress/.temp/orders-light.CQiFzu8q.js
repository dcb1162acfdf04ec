const _imports_1 = "/docs/site/assets/orders-light.B2_5a72h.png";
export {
  _imports_1 as _
};
