/**
 * The script that starts what a packed folder holds. It unpacks once, into a folder of the archive's own time and size.
 * LD_LIBRARY_PATH and VK_DRIVER_FILES that are set count before its own.
 */
export const RUN_SCRIPT = `#!/bin/sh
# Deltascribe on a machine with a graphics card and nothing else. Made by: npm run bench:pack
#   run.sh bench [--small] [--only PATTERN] [--out FILE] ...   the benchmark "gpu"; run.sh bench --list names its parts
#   run.sh deltascribe ...                                     the command line
#   run.sh node ...                                            the Node that comes along
# It unpacks into DELTASCRIBE_UNPACKED, or a folder below TMPDIR, once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for tool in tar xz; do
  command -v "$tool" >/dev/null || { echo "run.sh needs $tool, which this machine lacks." >&2; exit 1; }
done
stamp=$(stat -c %Y%s "$here/app.tar.xz")
to=\${DELTASCRIBE_UNPACKED:-\${TMPDIR:-/tmp}/deltascribe-packed-$(id -u)-$stamp}
if [ ! -f "$to/.whole" ]; then
  mkdir -p "$to"
  for archive in app models; do
    xz -dc -T0 "$here/$archive.tar.xz" | tar -xf - --no-same-owner -C "$to"
  done
  touch "$to/.whole"
fi
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$to/lib"
if [ -z "\${VK_DRIVER_FILES:-}" ]; then
  for icd in /usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json /usr/share/vulkan/icd.d/nvidia_icd*.json \\
    /etc/vulkan/icd.d/nvidia_icd*.json; do
    if [ -f "$icd" ]; then
      # its library wants an X server; that of EGL, in the same driver, wants none, and the loader leaves out what fails
      sed 's/libGLX_nvidia/libEGL_nvidia/' "$icd" >"$to/egl_icd.json"
      export VK_DRIVER_FILES="$icd:$to/egl_icd.json"
      break
    fi
  done
fi
# where NVIDIA's container tools put the driver
if [ -d /usr/local/nvidia/lib64 ]; then
  export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:/usr/local/nvidia/lib64"
fi
# ONNX Runtime sends figures of its use where this is not set
export ORT_DISABLE_TELEMETRY=1
# the processes that the programs start find the same Node
export PATH="$to/bin:$PATH:/usr/local/nvidia/bin" HOME="\${HOME:-$to}"
export DELTASCRIBE_HOME="\${DELTASCRIBE_HOME:-$to/home}"
what=\${1:-}
[ $# -eq 0 ] || shift
case $what in
  bench) exec "$to/bin/node" "$to/dist/node/gpu-bench.js" "$@" ;;
  deltascribe) exec "$to/bin/node" "$to/dist/node/deltascribe.js" "$@" ;;
  node) exec "$to/bin/node" "$@" ;;
  *) sed -n 's/^# \\{0,1\\}//p' "$0" | sed -n 2,6p; exit 2 ;;
esac
`
