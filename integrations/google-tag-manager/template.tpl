___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Byhand",
  "categories": ["ANALYTICS"],
  "brand": {
    "id": "brand_dummy",
    "displayName": "Byhand"
  },
  "description": "Records visits with your own Byhand service, a self-hosted bot detector.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "host",
    "displayName": "Service URL",
    "simpleValueType": true,
    "help": "The URL of your Byhand service, such as https://byhand.example.org.",
    "valueValidators": [
      { "type": "NON_EMPTY" },
      {
        "type": "REGEX",
        "args": ["https://[A-Za-z0-9.-]+(:[0-9]+)?/?"],
        "errorMessage": "Enter a URL that begins with https:// and has no path."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "siteKey",
    "displayName": "Site key",
    "simpleValueType": true,
    "help": "Public. It begins with bh_pk_.",
    "valueValidators": [
      { "type": "NON_EMPTY" },
      {
        "type": "REGEX",
        "args": ["bh_pk_[A-Za-z0-9_-]+"],
        "errorMessage": "A site key begins with bh_pk_. Never enter a secret key (bh_sk_) here."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "userId",
    "displayName": "User ID (optional)",
    "simpleValueType": true,
    "help": "Your identifier for the visitor, usually a variable."
  },
  {
    "type": "TEXT",
    "name": "tags",
    "displayName": "Tags (optional)",
    "simpleValueType": true,
    "help": "Separated by commas."
  },
  {
    "type": "SELECT",
    "name": "consent",
    "displayName": "Consent",
    "macrosInSelect": false,
    "selectItems": [
      { "value": "none", "displayValue": "Record immediately" },
      { "value": "analytics_storage", "displayValue": "Wait for analytics_storage" },
      { "value": "security_storage", "displayValue": "Wait for security_storage" }
    ],
    "simpleValueType": true,
    "defaultValue": "none",
    "help": "If you choose a consent type, nothing is loaded until the visitor grants it."
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');
const makeString = require('makeString');

const host = makeString(data.host);
const base = host.charAt(host.length - 1) === '/' ? host.slice(0, -1) : host;
const url = base + '/byhand.js';

// Tags that wait for this one must not wait for consent, which may never come.
let hasEnded = false;
const end = (report) => {
  if (!hasEnded) report();
  hasEnded = true;
};

// A template cannot set attributes of a script tag, so it starts the script itself.
const start = () => {
  const options = { siteKey: makeString(data.siteKey), endpoint: base + '/i/v1/batch' };
  if (data.userId) options.userId = makeString(data.userId);
  if (data.tags) options.tags = makeString(data.tags);
  callInWindow('byhand.start', options);
  end(data.gtmOnSuccess);
};

let isLoading = false;
const load = () => {
  if (isLoading) return;
  isLoading = true;
  injectScript(url, start, () => end(data.gtmOnFailure), url);
};

if (!data.consent || data.consent === 'none' || isConsentGranted(data.consent)) load();
else {
  addConsentListener(data.consent, (type, isGranted) => {
    if (isGranted) load();
  });
  end(data.gtmOnSuccess);
}


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              { "type": 1, "string": "https://*/byhand.js" }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "byhand.start" },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "consentType" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }
                ],
                "mapValue": [
                  { "type": 1, "string": "analytics_storage" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "consentType" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }
                ],
                "mapValue": [
                  { "type": 1, "string": "security_storage" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: Loads the script at once without a consent type
  code: |-
    runCode({ host: 'https://byhand.example.org/', siteKey: 'bh_pk_x', tags: 'a,b', consent: 'none' });
    assertApi('injectScript').wasCalled();
- name: Waits for consent
  code: |-
    mock('isConsentGranted', false);
    runCode({ host: 'https://byhand.example.org', siteKey: 'bh_pk_x', consent: 'analytics_storage' });
    assertApi('injectScript').wasNotCalled();
    assertApi('addConsentListener').wasCalled();
    assertApi('gtmOnSuccess').wasCalled();
setup: ''


___NOTES___

Version 0.1.0
