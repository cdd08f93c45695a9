// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title A login wallet that is a contract, written from EIP-1271 alone: for tests.
/// @dev Its runtime code is placed at an address, so its owner is in the first storage slot, where a test sets it.
contract TestLoginWallet {
    bytes4 private constant ACCEPTED = 0x1626ba7e;
    bytes4 private constant REFUSED = 0xffffffff;

    address public owner;

    /// @notice Accepts what the owner's key has signed; nobody owns the wallet while the slot is empty.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "not a signature of r, s and v");
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? ACCEPTED : REFUSED;
    }
}
