/** The unit tests as one project, since Stryker cannot see into several. */
const { projects } = require('../jest.config.js');

module.exports = projects.find(({ displayName }) => displayName === 'unit');
