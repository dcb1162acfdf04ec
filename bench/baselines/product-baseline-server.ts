// The baseline of reading a product: what Fastify and Postgres alone can do with the same text.
// Started as a process of its own.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get('/api/products/:productId', async (request, reply) => {
  const { productId } = request.params as { productId: string }
  const found = await pool.query({
    name: 'baseline-read',
    text: 'select document::text from product where product_id = $1',
    values: [productId],
  })
  return reply.type('application/json').send(found.rows[0].document)
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
process.on('SIGTERM', () => app.close().then(() => pool.end()))
