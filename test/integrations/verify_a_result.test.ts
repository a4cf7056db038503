/**
 * The examples of docs/how-to/verify-a-result.md with the real frameworks of Debian: a valid result is accepted once, a
 * missing, a forged and a used one are refused.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { freePort } from '../setup/free_port.ts'
import { type HowToPage, readHowTo } from '../setup/how_to_lines.ts'
import { untilOpen } from '../setup/until_open.ts'

const ROOT = join(import.meta.dirname, '../..')
const [PASS] = Object.keys(TEST_SITES) as [string]
const READY_MS = 60_000
const JARS = ['databind', 'core', 'annotations']
  .map((name) => `/usr/share/java/jackson-${name}.jar`)
  .join(':')

let service: RunningService
let chromium: LaunchedChromium
let secretKey: string
let example: HowToPage
let scratch: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const wanted = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  secretKey = (await createKey(store.keys, wanted, now())).key
  example = await readHowTo('verify-a-result', { url: service.address, siteKey: PASS, secretKey })
  chromium = await launchChromium()
  scratch = await mkdtemp(join(tmpdir(), 'byhand-verify-'))
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  if (scratch) await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

interface Server {
  readonly files: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly compile?: readonly string[]
}

/** Around the example: what a project of this framework contains anyway. */
const SERVERS: Readonly<Record<string, () => Server>> = {
  Django: () => ({
    files: {
      'views.py': example.block(/^import os\nimport byhand\nfrom django/),
      'manage.py': `import os, sys
import django.conf
from django.core.management import execute_from_command_line
from django.urls import path
django.conf.settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"], DEBUG=False)
import django
django.setup()
import views
urlpatterns = [path("signup", views.signup)]
execute_from_command_line(["manage.py", "runserver", "--noreload", "127.0.0.1:" + os.environ["PORT"]])`,
    },
    command: ['/usr/bin/python3', 'manage.py'],
  }),
  Flask: () => ({
    files: { 'app.py': example.block(/^import os\nimport byhand\nfrom flask/) },
    command: ['/usr/bin/python3', '-m', 'flask', 'run', '--host', '127.0.0.1', '--port', 'PORT'],
  }),
  FastAPI: () => ({
    files: { 'app.py': example.block(/^import os\nimport byhand\nfrom fastapi/) },
    command: ['/usr/bin/python3', '-m', 'uvicorn', 'app:app', '--host', '127.0.0.1', '--port', 'PORT'],
  }),
  Rails: () => ({
    files: {
      'signup_controller.rb': example.block(/^require "net\/http"/),
      'config.ru': `require "action_controller/railtie"
class Site < Rails::Application
  config.eager_load = false
  config.secret_key_base = "x" * 64
  config.logger = Logger.new(nil)
  config.hosts.clear
  routes.append { post "/signup", to: "signup#create" }
end
Site.initialize!
require_relative "signup_controller"
run Site`,
    },
    command: ['/usr/bin/puma', '--bind', 'tcp://127.0.0.1:PORT', 'config.ru'],
  }),
  Laravel: () => ({
    files: {
      'routes.php': `<?php\n${example.block(/^use Illuminate/)}`,
      'index.php': `<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
require '/usr/share/php/Illuminate/autoload.php';
$app = new Illuminate\\Foundation\\Application(__DIR__);
$app->instance('config', new Illuminate\\Config\\Repository(['app' => ['debug' => false]]));
Illuminate\\Support\\Facades\\Facade::setFacadeApplication($app);
$app->register(Illuminate\\Events\\EventServiceProvider::class);
$app->register(Illuminate\\Routing\\RoutingServiceProvider::class);
require __DIR__ . '/routes.php';
$request = Illuminate\\Http\\Request::capture();
$app->instance('request', $request);
try {
    $app['router']->dispatch($request)->send();
} catch (Symfony\\Component\\HttpKernel\\Exception\\HttpException $refused) {
    http_response_code($refused->getStatusCode());
}`,
    },
    command: ['/usr/bin/php', '-S', '127.0.0.1:PORT', 'index.php'],
  }),
  Go: () => ({
    files: {
      'go.mod': 'module example\n\ngo 1.19\n',
      'byhand.go': example.block(/^package main/),
      'main.go': `package main

import (
	"net/http"
	"os"
)

${example.block(/^func signup/)}

func main() {
	http.HandleFunc("/signup", signup)
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}`,
    },
    compile: ['/usr/bin/go', 'build', '-o', 'server'],
    command: ['./server'],
  }),
  Java: () => ({
    files: {
      'Byhand.java': example.block(/^import com\.fasterxml/),
      'Main.java': `import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

class Main {
    public static void main(String[] words) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
        server.createContext("/signup", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var result = "";
            for (var field : body.split("&"))
                if (field.startsWith("byhand-result=")) result = URLDecoder.decode(field.substring(14), StandardCharsets.UTF_8);
            int status = 500;
            try {
                status = Byhand.isAccepted(result) ? 200 : 403;
            } catch (Exception failed) {
                failed.printStackTrace();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}`,
    },
    compile: ['/usr/bin/javac', '-cp', JARS, 'Byhand.java', 'Main.java'],
    command: ['/usr/bin/java', '-cp', `${JARS}:.`, 'Main'],
  }),
}

async function newResult(): Promise<string> {
  const page = await chromium.context.newPage()
  const body = `<!doctype html><link rel="icon" href="data:,"><script src="/byhand.js" data-site-key="${PASS}"></script>`
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/site`)
  const result = await page.evaluate(() => window.byhand.getSignedResult('signup'))
  await page.close()
  return result
}

describe.each(Object.keys(SERVERS))('the example for %s', (name) => {
  let address: string
  let stop = (): void => {}
  let output = ''

  beforeAll(async () => {
    const { files, command, compile } = (SERVERS[name] as () => Server)()
    const folder = join(scratch, name)
    await mkdir(folder)
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    const port = await freePort()
    const env = {
      ...process.env,
      PYTHONPATH: join(ROOT, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      GOCACHE: join(scratch, 'go-cache'),
      GOFLAGS: '-mod=mod',
      HOME: scratch,
      PORT: `${port}`,
      BYHAND_SECRET_KEY: secretKey,
    }
    if (compile) await promisify(execFile)(compile[0] as string, compile.slice(1), { cwd: folder, env })
    const [program = '', ...words] = command.map((word) => word.replace('PORT', `${port}`))
    const child = spawn(program, words, {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output += piece
      })
    stop = () => process.kill(-(child.pid as number))
    await untilOpen(port, READY_MS).catch((error) => {
      throw new Error(`${error.message} ${output}`)
    })
    address = `http://127.0.0.1:${port}/signup`
  })
  afterAll(() => stop())

  const send = async (fields: Record<string, string>): Promise<number> =>
    (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).status

  it('accepts a valid result once, and nothing else', async () => {
    const result = await newResult()
    expect(result).toMatch(/^bhr1_/)
    const fields = { name: 'Ann', 'byhand-result': result }
    expect(await send(fields), output).toBe(200)
    const refused = [
      await send(fields),
      await send({ name: 'Ann' }),
      await send({ ...fields, 'byhand-result': 'bhr1_x' }),
    ]
    expect(refused, output).toEqual([403, 403, 403])
  })
})
