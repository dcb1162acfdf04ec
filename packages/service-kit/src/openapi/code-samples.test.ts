import t from 'tap'
import { csharpSample, exampleCall, pythonSample, typescriptSample } from './code-samples.ts'

const call = {
  method: 'PUT',
  path: '/api/Orders/{orderId}/Lines',
  params: { orderId: 'one' },
  query: { day: '$TODAY' },
  body: [{ name: "Kari's", none: null, ok: true, 'x-y': {} }],
}

t.test('given a call with all parts, when samples are made, then each has them in its own notation', async (t) => {
  t.equal(
    typescriptSample(call),
    `const result = await client.put('/api/Orders/{orderId}/Lines', {
  params: { orderId: 'one' },
  query: { day: today },
  body: [{ name: 'Kari\\'s', none: null, ok: true, 'x-y': {} }],
})`,
  )
  t.equal(
    pythonSample(call),
    `response = session.put(f"{oms}/api/Orders/one/Lines", params={"day": today}, json=[{"name": "Kari's", "none": None, "ok": True, "x-y": {}}])
response.raise_for_status()`,
  )
  t.equal(
    csharpSample(call),
    `var body = """
    [{ "name": "Kari's", "none": null, "ok": true, "x-y": {} }]
    """;
var response = await http.PutAsync($"/api/Orders/one/Lines?day={today}",
    new StringContent(body, Encoding.UTF8, "application/json"));
response.EnsureSuccessStatusCode();`,
  )
})

t.test('given a long body, when samples are made, then it has a field a line, and JSON no last comma', async (t) => {
  const long = { ...call, query: {}, params: {}, path: '/api/Orders', body: { first: 'x'.repeat(50), second: 'y'.repeat(50) } }
  t.match(typescriptSample(long), `  body: {\n    first: '${'x'.repeat(50)}',\n    second: '${'y'.repeat(50)}',\n  },\n})`)
  const [, json = ''] = /"""(.*)"""/s.exec(csharpSample(long)) ?? []
  t.same(JSON.parse(json), long.body)
})

t.test('given a call without a body, when samples are made, then they send none', async (t) => {
  const read = { method: 'GET', path: '/api/Orders/{id}', params: { id: 'one' }, query: {} }
  t.equal(typescriptSample({ ...read, params: {}, path: '/api/Jobs' }), "const result = await client.get('/api/Jobs')")
  t.equal(pythonSample(read), 'response = session.get(f"{oms}/api/Orders/one")\nresponse.raise_for_status()')
  t.equal(csharpSample(read), 'var response = await http.GetAsync("/api/Orders/one");\nresponse.EnsureSuccessStatusCode();')
})

t.test(
  'given an operation with examples, when its samples are made, then lists stay lists and an empty body is sent',
  async (t) => {
    const call = exampleCall('POST', '/api/Things/{id}', {
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'ids', in: 'query', required: true, example: ['one', 'two'] },
        { name: 'take', in: 'query', example: 1 },
      ],
      requestBody: { content: { 'application/json': { examples: { recorded: { value: {} } } } } },
    })
    t.strictSame(call, {
      method: 'POST',
      path: '/api/Things/{id}',
      params: { id: 'id' },
      query: { ids: ['one', 'two'] },
      body: {},
    })
    t.match(typescriptSample(call), /query: \{ ids: \['one', 'two'\] \},\s+body: \{\},?/)
    t.match(csharpSample(call), '/api/Things/id?ids=one&ids=two')
  },
)
