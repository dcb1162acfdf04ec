declare module 'fengari'
