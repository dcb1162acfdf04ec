import { setTimeout as wait } from 'node:timers/promises'
import fengari from 'fengari'
import t, { type Test } from 'tap'
import { type RedisServer, startRedis, startRedisStandIn } from '../../testing/redis-servers.ts'
import { type Buckets, createMemoryBuckets } from './memory-buckets.ts'
import { createRedisBuckets } from './redis-buckets.ts'

const HOUR_MS = 3_600_000
const policy = { capacity: 5, refill: 2, periodMs: HOUR_MS }
const ignore = () => undefined
const silent = { warn: (_details: object, _message: string): void => undefined, info: ignore }

/** `passes` lets time go by for the server, where it can. */
type Server = RedisServer & { passes?(ms: number): void }

/**
 * The tests run against the stand-in below, and against a real Redis as well where one is
 * installed.
 */
async function startServers(): Promise<Server[]> {
  const servers = [await startStandIn()]
  const real = await startRedis()
  if (real !== null) servers.push(real)
  return servers
}

/**
 * Speaks the Redis protocol and runs the script in a Lua interpreter; knows only the commands that
 * the script calls.
 */
async function startStandIn(): Promise<Server> {
  const hashes = new Map<string, Map<string, string>>()
  let nowMs = Date.now()
  const commands: Record<string, (args: string[]) => unknown> = {
    TIME: () => [String(Math.floor(nowMs / 1_000)), String((nowMs % 1_000) * 1_000)],
    HMGET: ([key = '', ...names]) => names.map((name) => hashes.get(key)?.get(name) ?? false),
    HSET: ([key = '', ...pairs]) => {
      const hash = hashes.get(key) ?? new Map<string, string>()
      for (let at = 0; at < pairs.length; at += 2) hash.set(String(pairs[at]), String(pairs[at + 1]))
      hashes.set(key, hash)
      return pairs.length / 2
    },
    PEXPIRE: ([key = '', ms]) => {
      if (!(Number(ms) > 0)) throw new Error('a bucket must not expire immediately')
      return hashes.has(key) ? 1 : 0
    },
  }
  const { url, stop } = await startRedisStandIn((words) => response(words, commands))
  const passes = (ms: number) => {
    nowMs += ms
  }
  return { name: 'stand-in', url, stop, passes }
}

function response([name = '', ...args]: string[], commands: Record<string, (args: string[]) => unknown>): string {
  switch (name.toUpperCase()) {
    case 'EVALSHA':
      return '-NOSCRIPT No matching script.\r\n'
    case 'EVAL':
      return reply(runLua(args[0] as string, [args[2] as string], args.slice(3), commands))
    case 'INFO':
      return '$9\r\nloading:0\r\n'
    default:
      return '+OK\r\n'
  }
}

function reply(value: number[]): string {
  return `*${value.length}\r\n${value.map((item) => `:${Math.trunc(item)}\r\n`).join('')}`
}

// biome-ignore lint/complexity/useMaxParams: script, keys, arguments and commands are what a script is run with.
function runLua(script: string, keys: string[], args: string[], commands: Record<string, (args: string[]) => unknown>): number[] {
  const { lua, lauxlib, lualib, to_luastring: luaText, to_jsstring: jsText } = fengari
  const L = lauxlib.luaL_newstate()
  lualib.luaL_openlibs(L)
  const push = (value: unknown) => {
    if (Array.isArray(value)) {
      lua.lua_newtable(L)
      for (const [index, item] of value.entries()) {
        push(item)
        lua.lua_rawseti(L, -2, index + 1)
      }
    } else if (value === false) lua.lua_pushboolean(L, false)
    else if (typeof value === 'number') lua.lua_pushinteger(L, value)
    else lua.lua_pushstring(L, luaText(String(value)))
  }
  lua.lua_newtable(L)
  lua.lua_pushcfunction(L, () => {
    const words = Array.from({ length: lua.lua_gettop(L) }, (_, index) => jsText(lua.lua_tostring(L, index + 1)))
    push(commands[words[0] as string]?.(words.slice(1)))
    return 1
  })
  lua.lua_setfield(L, -2, luaText('call'))
  lua.lua_setglobal(L, luaText('redis'))
  push(keys)
  lua.lua_setglobal(L, luaText('KEYS'))
  push(args)
  lua.lua_setglobal(L, luaText('ARGV'))
  if (lauxlib.luaL_dostring(L, luaText(script)) !== lua.LUA_OK) throw new Error(jsText(lua.lua_tostring(L, -1)))
  return [1, 2, 3].map((index) => {
    lua.lua_rawgeti(L, -1, index)
    const item = lua.lua_tonumber(L, -1)
    lua.lua_pop(L, 1)
    return item
  })
}

/** Buckets whose Redis is up. */
async function connected(t: Test, { url }: Server, log: typeof silent = silent) {
  const memory = createMemoryBuckets()
  let isAlone = true
  const fallback: Buckets = {
    take: (key, of) => {
      isAlone = true
      return memory.take(key, of)
    },
  }
  const buckets = createRedisBuckets({ url, fallback, log, responseWithinMs: 240_000 })
  t.teardown(() => buckets.close())
  while (isAlone) {
    isAlone = false
    await buckets.take('probe', policy)
    await wait(10)
  }
  return buckets
}

t.test('given Redis servers, when buckets are kept in them, then instances share them or count separately', async (t) => {
  for (const server of await startServers()) {
    await t.test(`given two instances on ${server.name}, when they take tokens, then they share one bucket`, async (t) => {
      const [first, second] = await Promise.all([0, 1].map(() => connected(t, server)))
      const key = `client:${server.name}`
      const taken = []
      for (let count = 0; count < 6; count++) taken.push(await (count % 2 === 0 ? first : second)?.take(key, policy))
      t.strictSame(
        taken.map((decision) => decision?.isAllowed),
        [true, true, true, true, true, false],
      )
      t.strictSame(
        taken.map((decision) => decision?.remaining),
        [4, 3, 2, 1, 0, 0],
      )
      const last = taken.at(-1)
      t.ok(last !== undefined && last.refillInMs > 0 && last.refillInMs <= HOUR_MS)
      if (server.passes !== undefined) {
        server.passes(last?.refillInMs ?? 0)
        const later = []
        for (let count = 0; count < 3; count++) later.push((await first?.take(key, policy))?.isAllowed)
        t.strictSame(later, [true, true, false], 'one period gives back two')
      }
      t.ok((await first?.take('client:another', policy))?.isAllowed)
    })
    await t.test(
      `given instances on ${server.name}, when it is unreachable, then each counts separately and warns once`,
      async (t) => {
        const warnings: string[] = []
        const log = { warn: (_details: object, message: string) => void warnings.push(message), info: ignore }
        const buckets = await connected(t, server, log)
        warnings.length = 0
        await buckets.take('a', policy)
        await server.stop()
        const taken = []
        for (let count = 0; count < 6; count++) taken.push((await buckets.take('a', policy)).isAllowed)
        t.strictSame(taken, [true, true, true, true, true, false])
        t.strictSame(warnings, ['Redis does not respond; limits are counted per instance.'])
      },
    )
  }
})
