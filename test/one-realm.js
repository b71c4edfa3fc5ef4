/**
 * One global object and one n8n for all the test files of a worker: loading n8n anew for each took longer than its tests did.
 * What is tested, this package's own modules, each file still loads for itself.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { compileFunction } = require('node:vm');

const { TestEnvironment } = require('jest-environment-node');

const { MODULES, fileOf } = require('./bundled-n8n.js');

/** The one of this process. */
let realm;

module.exports = class OneRealm extends TestEnvironment {
	constructor(...settings) {
		if (realm) return realm;
		super(...settings);
		realm = this;
		this.loaded = new Map();
		this.exit = this.global.process.exit;
		// For the files that `bundled-n8n.js` leads to, and for `worker-sandbox.ts`.
		this.global.loadN8n = (name) => this.load(name);
		const kept = {};
		this.global.keptByWorker = () => kept;
		this.lasting = new Set(Reflect.ownKeys(this.global));
	}

	/** Without jest's `require`, which ends with the test file; but in the tests' realm, so that its errors are theirs. */
	load(name) {
		if (!this.loaded.has(name)) {
			const before = new Set(Reflect.ownKeys(this.global));
			this.loaded.set(name, this.run(fileOf(name)));
			const added = Reflect.ownKeys(this.global).filter((key) => !before.has(key));
			for (const key of added) this.lasting.add(key);
		}
		return this.loaded.get(name);
	}

	run(filename) {
		const module = { exports: {} };
		const requireOther = createRequire(filename);
		const scope = {
			module,
			exports: module.exports,
			require: (name) => (MODULES.includes(name) ? this.load(name) : requireOther(name)),
			__dirname: dirname(filename),
			__filename: filename,
		};
		const code = readFileSync(filename, 'utf8');
		const options = { filename, parsingContext: this.getVmContext() };
		compileFunction(code, Object.keys(scope), options).apply(module.exports, Object.values(scope));
		return module.exports;
	}

	/** Leaves to the next file no mocks, no mocked clock and no global that this one or jest for it has added. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		this.fakeTimers.useRealTimers();
		this.fakeTimersModern.useRealTimers();
		this.global.process.exit = this.exit;
		const added = Reflect.ownKeys(this.global).filter((key) => !this.lasting.has(key));
		for (const key of added) delete this.global[key];
	}
};
