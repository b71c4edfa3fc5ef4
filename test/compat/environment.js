/** Each test file with a realm and an n8n of its own, as jest does it; but they share a sandbox, as elsewhere. */
const { TestEnvironment } = require('jest-environment-node');

const kept = {};

module.exports = class extends TestEnvironment {
	constructor(...settings) {
		super(...settings);
		this.global.keptByWorker = () => kept;
	}
};
