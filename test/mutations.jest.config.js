/**
 * The mutated files' own unit tests: those of other files would find little more, and take most of the time. As one project,
 * since Stryker cannot see into several.
 */
import jestConfig from '../jest.config.js';
import stryker from '../stryker.config.mjs';

export default {
	...jestConfig.projects.find(({ displayName }) => displayName === 'unit'),
	testMatch: stryker.mutate.map((file) => `<rootDir>/test/unit/${file.replace('.ts', '.test.ts')}`),
};
