// The official TypeScript client lists and calls every tool a server offers, at an address or of a program.
//
//   node client.mjs http://127.0.0.1:18080/mcp/SECRET TOOL...
//   node client.mjs PROGRAM ARGUMENT... -- TOOL...
//
// Fails when other tools are offered than those named, when one cannot be called, or when its answer has no content.
// (The client itself checks each answer against the schema the tool promises, where it promises one.)

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const CALLS = {
  query_health_indicators: { keywords: ['LDL'], view: 'latest' },
  resolve_indicator: { names: ['空腹血糖', 'LDL-C'] },
  convert_unit: { value: 5.4, from_unit: 'mmol/L', to_unit: 'mg/dL', loinc_code: '14749-6' },
  normalize_unit: { units: ['mg/dl', '毫摩尔每升'] },
  standardize_reading: { name: 'Hemoglobin', value: '13.5', unit: 'g/dL' },
  standardize_complaint: { text: 'headache for three days, no fever' },
  standardize_report: { text: 'Hemoglobin 13.5 g/dL 12.0-16.0' }
}

function transport(target) {
  if (target[0].startsWith('http')) return new StreamableHTTPClientTransport(new URL(target[0]))
  return new StdioClientTransport({ command: target[0], args: target.slice(1), env: { ...process.env } })
}

function check(condition, said) {
  if (!condition) throw new Error(said)
}

const given = process.argv.slice(2)
const cut = given.includes('--') ? given.indexOf('--') : 1
const target = given.slice(0, cut)
const wanted = given.slice(cut).filter((word) => word !== '--').sort()

const client = new Client({ name: 'mirobody-tests', version: '1.0.0' })
await client.connect(transport(target))
const { tools } = await client.listTools()
const offered = tools.map((tool) => tool.name).sort()
check(String(offered) === String(wanted), `offered: ${offered}; expected: ${wanted}`)
for (const { name } of tools) {
  const result = await client.callTool({ name, arguments: CALLS[name] })
  const said = result.content?.[0]?.text ?? ''
  check(!result.isError && said.length > 0, `${name}: ${JSON.stringify(result)}`)
}
await client.close()
console.log(`typescript client: ${offered.join(', ')}`)
