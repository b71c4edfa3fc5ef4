import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const published = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'];
const scoped = (files, ...configs) => configs.flat().map((config) => ({ ...config, files }));
const rulesOf = (name, files) => ({
	files,
	plugins: { 'n8n-nodes-base': nodesBase },
	rules: nodesBase.configs[name].rules,
});

/** `package.json` is linted as one TypeScript expression, the form both n8n plugins expect. */
const packageJson = {
	files: ['package.json'],
	languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	rules: { '@typescript-eslint/no-unused-expressions': 'off' },
};

/** The rules of n8n for what is published; .oxlintrc.json has those for everything. */
export default [
	{ files: published, languageOptions: { parser: tseslint.parser } },
	...scoped(published, n8nCommunityNodesPlugin.configs.recommended),
	packageJson,
	rulesOf('nodes', ['nodes/**/*.ts']),
	rulesOf('credentials', ['credentials/**/*.ts']),
	{
		// These want the text 'main', which n8n's newer plugin refuses in favour of NodeConnectionTypes.
		files: ['nodes/**/*.ts'],
		rules: {
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		// One reader of times: JavaScript takes a time without a zone for one in the zone of the machine.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		// The second hands n8n the end of a wait, which n8n takes as a Date.
		ignores: ['nodes/text/time.ts', 'nodes/n8n/waitingExecution.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: "CallExpression[callee.object.name='Date'][callee.property.name='parse']",
					message: 'Read times with parseTime() of nodes/text/time.ts.',
				},
				{
					selector: "NewExpression[callee.name='Date'][arguments.length>0]",
					message: 'Read times with parseTime() and write them with formatTime() of nodes/text/time.ts.',
				},
			],
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			// n8n's own credentials keep a camelCase page name here; a community package gives a URL.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// It takes the public anon key for a secret; the newer credential-password-field guards the real ones.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	rulesOf('community', ['package.json']),
];
