/** Installs the programs that `npm run test:integrations` needs, in addition to those of `npm test`. */
import '../setup/install.ts'
import '../setup/install_platforms.ts'
import { installPackages } from '../setup/debian_packages.ts'

installPackages({
  'r-base-core': '/usr/bin/R',
  'r-cran-httr2': '/usr/lib/R/site-library/httr2',
  'r-cran-testthat': '/usr/lib/R/site-library/testthat',
  'r-cran-roxygen2': '/usr/lib/R/site-library/roxygen2',
  'r-cran-rmarkdown': '/usr/lib/R/site-library/rmarkdown',
  mypy: '/usr/bin/mypy',
  'python3-pandas': '/usr/lib/python3/dist-packages/pandas',
  'python3-venv': '/usr/lib/python3*/ensurepip',
  haproxy: '/usr/sbin/haproxy',
  wordpress: '/usr/share/wordpress/wp-load.php',
  'mariadb-server-core': '/usr/sbin/mariadbd',
  'mariadb-client-core': '/usr/bin/mariadb',
  'php-cli': '/usr/bin/php',
  'php-mysql': '/usr/lib/php/*/mysqli.so',
  twine: '/usr/bin/twine',
  'python3-django': '/usr/lib/python3/dist-packages/django/__init__.py',
  'python3-flask': '/usr/lib/python3/dist-packages/flask/__init__.py',
  'python3-fastapi': '/usr/lib/python3/dist-packages/fastapi/__init__.py',
  'python3-multipart': '/usr/lib/python3/dist-packages/multipart/__init__.py',
  uvicorn: '/usr/lib/python3/dist-packages/uvicorn/__init__.py',
  'ruby-rails': '/usr/share/rubygems-integration/all/specifications/rails-*.gemspec',
  puma: '/usr/bin/puma',
  'php-laravel-framework': '/usr/share/php/Illuminate/autoload.php',
  'php-guzzlehttp-guzzle': '/usr/share/php/GuzzleHttp/autoload.php',
  'golang-go': '/usr/bin/go',
  'default-jdk-headless': '/usr/bin/javac',
  'libjackson2-databind-java': '/usr/share/java/jackson-databind.jar',
})
if (!process.env.BYHAND_LIMESURVEY)
  console.log('LimeSurvey is not tested. Its tests need a source tree: npm run test:limesurvey -- FOLDER')
