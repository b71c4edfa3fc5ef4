const { TestEnvironment } = require('jest-environment-node');

const kept = {};

/**
 * jest's own, with something to keep from one test file of a worker to the next: see
 * `support/worker-sandbox.ts`.
 */
module.exports = class extends TestEnvironment {
	constructor(...settings) {
		super(...settings);
		this.global.keptByWorker = () => kept;
	}
};
