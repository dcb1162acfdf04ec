/** A call as samples show it; a value `$NAME` in the query, or as body, is a variable. */
export type SampleCall = {
  method: string
  /** As in the interface document: `/api/Orders/{orderId}`. */
  path: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | readonly string[]>>
  /** JSON; undefined where the call has none. */
  body?: unknown
}

type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Media = { example?: unknown; examples?: Record<string, { value?: unknown }> }
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Record<string, Media> } }

/**
 * The call of an operation with the examples that its document has; what has none is a variable, or
 * has its own name.
 */
export function exampleCall(method: string, path: string, { parameters = [], requestBody }: Operation): SampleCall {
  const inPart = (part: string) => parameters.filter((parameter) => parameter.in === part)
  const json = requestBody?.content?.['application/json']
  const body = json === undefined ? {} : { body: json.example ?? Object.values(json.examples ?? {})[0]?.value ?? '$BODY' }
  return {
    method,
    path,
    params: Object.fromEntries(inPart('path').map(({ name, example }) => [name, String(example ?? name)])),
    query: Object.fromEntries(
      inPart('query')
        .filter(({ required }) => required === true)
        .map(({ name, example }) => [name, Array.isArray(example) ? example.map(String) : String(example ?? name)]),
    ),
    ...body,
  }
}

const WIDTH = 76

type Notation = {
  literal(value: unknown): string
  key(name: string): string
  open: string
  close: string
}

/**
 * A JSON value in the notation of a language: in one line where it fits, else one field or item a
 * line.
 */
function written(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value !== 'object' || value === null) return notation.literal(value)
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = (inside: string) =>
    Object.entries(value).map(([name, item]) => `${isList ? '' : `${notation.key(name)}: `}${written(item, notation, inside)}`)
  const [first, last] = isList ? ['[', ']'] : [notation.open, notation.close]
  if (Object.keys(value).length === 0) return `${first}${last}`.replaceAll(' ', '')
  const line = `${first}${parts('').join(', ')}${last}`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  return `${first.trim()}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${last.trim()}`
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const variable = (text: string) => (/^\$[A-Z]+$/.test(text) ? text.slice(1).toLowerCase() : null)

const typescript: Notation = {
  literal: (value) => (typeof value === 'string' ? (variable(value) ?? quoted(value)) : String(value)),
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)),
  open: '{ ',
  close: ' }',
}

const python: Notation = {
  literal: (value) => {
    if (typeof value === 'string') return variable(value) ?? JSON.stringify(value)
    return value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)
  },
  key: (name) => JSON.stringify(name),
  open: '{',
  close: '}',
}

const json: Notation = { literal: JSON.stringify, key: (name) => JSON.stringify(name), open: '{ ', close: ' }' }

/** JSON has no comma behind the last item. */
const jsonText = (value: unknown, indent: string) => written(value, json, indent).replaceAll(/,(\n\s*[\]}])/g, '$1')

/** The call in TypeScript, with a `client` of `@open-oms/client`. */
export function typescriptSample({ method, path, params, query, body }: SampleCall): string {
  const parts = Object.entries({ params, query, body }).filter(
    ([name, part]) => part !== undefined && (name === 'body' || !isEmpty(part)),
  )
  const request = parts.length === 0 ? '' : `, ${written(Object.fromEntries(parts), typescript).replace('body: body', 'body')}`
  return `const result = await client.${method.toLowerCase()}(${quoted(path)}${request})`
}

/** The call in Python, with a `session` of the package requests and the address in `oms`. */
export function pythonSample(call: SampleCall): string {
  const parts = [
    `f"{oms}${filledPath(call)}"`,
    ...(isEmpty(call.query) ? [] : [`params=${written(call.query, python)}`]),
    ...(call.body === undefined ? [] : [`json=${written(call.body, python)}`]),
  ]
  return `response = session.${call.method.toLowerCase()}(${parts.join(', ')})\nresponse.raise_for_status()`
}

/** The call in C#, with an HttpClient `http` that has the address and the token. */
export function csharpSample(call: SampleCall): string {
  const pairs = Object.entries(call.query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${one.replace(/^\$[A-Z]+$/, `{${variable(one)}}`)}`),
  )
  const url = `${pairs.some((pair) => pair.includes('{')) ? '$' : ''}"${filledPath(call)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}"`
  const name = `${call.method[0]}${call.method.slice(1).toLowerCase()}Async`
  const last = 'response.EnsureSuccessStatusCode();'
  if (call.body === undefined && call.method !== 'POST') return `var response = await http.${name}(${url});\n${last}`
  const content = call.body === undefined ? 'null' : 'new StringContent(body, Encoding.UTF8, "application/json")'
  const text = call.body === undefined ? '' : `var body = """\n    ${jsonText(call.body, '    ')}\n    """;\n`
  return `${text}var response = await http.${name}(${url},\n    ${content});\n${last}`
}

const isEmpty = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length === 0

const filledPath = ({ path, params }: SampleCall) => path.replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole)
